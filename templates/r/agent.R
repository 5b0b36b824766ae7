# protocol loop: reads one observation per line, writes one decision per line; you should
# not need to edit this. The strategy is in strategy.R.

# This script's own folder, so that it starts from anywhere. Rscript writes a space as "~+~".
folder <- local({
  argument <- grep("^--file=", commandArgs(trailingOnly = FALSE), value = TRUE)[1]
  dirname(gsub("~+~", " ", sub("^--file=", "", argument), fixed = TRUE))
})
source(file.path(folder, "protocol.R"))
source(file.path(folder, "strategy.R"))

# Not stdin(): in a script that is the script itself.
run(file("stdin", "rb"), stdout(), new_strategy()$decide)
