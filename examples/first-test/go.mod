module buying

go 1.18
