package edge

import "github.com/appsvc/svc/internal/codegen"

// Root is the folder of all scripts.
const Root = "edge/"

// Files returns the files of the script's folder, edge/<worker>/…, which the vendor's tool can deploy.
func (s *Script) Files(schema string) []codegen.File {
	folder := Root + s.Folder() + "/"
	files := []codegen.File{{Path: folder + ConfigFile, Data: s.config(schema)}}
	for _, module := range s.Modules {
		files = append(files, codegen.File{
			Path: folder + module.Name, Data: module.Text, Shared: module.Shared,
		})
	}
	if s.SourceMap != nil {
		files = append(files, codegen.File{Path: folder + SourceMapModule, Data: s.SourceMap})
	}
	return files
}
