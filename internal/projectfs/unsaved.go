package projectfs

// unsaved are texts that editors show and have not saved, by the real paths of their files.
type unsaved map[string]string

// keep takes the texts of files that exist inside the border and could be read. What else an editor has open is not the
// project's.
func (r *Root) keep(texts map[string]string) {
	if len(texts) == 0 {
		return
	}
	r.unsaved = unsaved{}
	for name, text := range texts {
		real, info, err := r.resolve(r.Path(name), byProject)
		if err == nil && readable(real, info) == nil && len(text) <= MaxFile {
			r.unsaved[real] = text
		}
	}
}

// readUnsaved returns the unsaved text of a file, if there is one. It refuses the files that readPath refuses.
func (r *Root) readUnsaved(path string, from origin) (text []byte, found bool, err error) {
	if len(r.unsaved) == 0 {
		return nil, false, nil
	}
	real, info, err := r.resolve(path, from)
	if err == nil {
		err = readable(path, info)
	}
	if err != nil {
		return nil, false, err
	}
	kept, found := r.unsaved[real]
	if !found {
		return nil, false, nil
	}
	return []byte(kept), true, r.count(path, int64(len(kept)))
}
