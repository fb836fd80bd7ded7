package output

const (
	header   = "header"
	addLabel = "add_label"
)
