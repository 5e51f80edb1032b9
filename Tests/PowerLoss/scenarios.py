ALL = {}
SYSTEMS = {}
