BY_NAME = {}
