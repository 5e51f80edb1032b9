import Checking
