package build

import (
	"compress/flate"

	"github.com/appsvc/svc/internal/codegen/edge"
)

// Measure returns the sizes of the scripts. The edge platform's tools compress the modules of a script as one text.
// Here the modules that scripts share are one text, which is compressed once, and the others of a script are another,
// so GzipBytes is up to one percent more than the platform's figure.
func Measure(scripts []edge.Script) []ScriptReport {
	reports := make([]ScriptReport, len(scripts))
	m := meter{shared: map[string]int{}}
	m.packer, _ = flate.NewWriter(&m.packed, flate.DefaultCompression) // a valid level
	for i := range scripts {
		s := &scripts[i]
		reports[i] = ScriptReport{
			Worker: s.Worker, Script: s.Name, MapBytes: len(s.SourceMap), Crons: notNil(s.Crons), Secrets: notNil(s.Secrets),
			GzipBytes: m.gzipped(s),
		}
		for _, module := range s.Modules {
			reports[i].Bytes += len(module.Text)
		}
	}
	return reports
}

// frame is what a compressed file has besides the text, in bytes: a header of 10 and a trailer of 8 (RFC 1952, 2.3).
const frame = 18

// meter measures compressed scripts.
type meter struct {
	packed counter
	packer *flate.Writer
	// shared are the compressed sizes of shared modules by the names of all that a script has.
	shared map[string]int
}

// gzipped returns the size of a compressed script.
func (m *meter) gzipped(s *edge.Script) int {
	names := ""
	for _, module := range s.Modules {
		if module.Shared {
			names += module.Name + "\n"
		}
	}
	size, known := m.shared[names]
	if !known {
		size = m.deflated(s, true)
		m.shared[names] = size
	}
	return frame + size + m.deflated(s, false)
}

// deflated returns the compressed size of the modules of a script that are shared, or of the others.
func (m *meter) deflated(s *edge.Script, shared bool) int {
	m.packed = 0
	m.packer.Reset(&m.packed)
	for _, module := range s.Modules {
		if module.Shared == shared {
			_, _ = m.packer.Write(module.Text) // a counter never fails
		}
	}
	_ = m.packer.Close()
	return int(m.packed)
}

// counter counts the bytes written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
