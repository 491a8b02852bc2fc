pytest_plugins = ["energy_sandbox"]
