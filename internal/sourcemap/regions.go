// This file answers "which source file?" without decoding or keeping a whole map.

package sourcemap

// Region starts where the generated code begins to come from another source file, and reaches to
// the next region.
type Region struct {
	Line, Column int32 // generated, 0-based
	Source       string
}

// Regions lists where the source file changes, in order of the generated code. It is several times
// quicker than Parse and keeps little.
func Regions(data []byte) ([]Region, error) {
	doc, err := readDocument(data)
	if err != nil {
		return nil, err
	}
	var regions []Region
	last := int32(-1)
	err = decode(doc.Mappings, len(doc.Sources), func(s Segment) {
		if s.Source >= 0 && s.Source != last {
			last = s.Source
			regions = append(regions, Region{Line: s.Line, Column: s.Column, Source: doc.Sources[s.Source]})
		}
	})
	if err != nil {
		return nil, err
	}
	return regions, nil
}
