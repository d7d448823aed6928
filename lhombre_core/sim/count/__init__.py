"""What is counted of many deals."""
