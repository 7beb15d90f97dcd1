package codegen

// File is one generated file. Path is relative, with forward slashes.
type File struct {
	Path string
	Data []byte
}
