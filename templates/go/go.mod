module __AGENT_NAME__

go 1.19
