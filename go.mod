module burrow

go 1.26
