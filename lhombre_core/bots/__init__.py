"""Players that choose among legal actions from what their seat can see."""
