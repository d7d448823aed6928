"""Compiled searches in play space: win, remise, codille, vole, misère, five tricks."""
