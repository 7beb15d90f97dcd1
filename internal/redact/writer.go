package redact

import "io"

// Writer returns a writer that cuts the secrets out of each text that is written to it. A secret that is split over two
// writes stays.
func (s *Secrets) Writer(w io.Writer) io.Writer { return &writer{s, w} }

type writer struct {
	secrets *Secrets
	out     io.Writer
}

func (w *writer) Write(p []byte) (int, error) {
	text := string(p)
	if _, err := io.WriteString(w.out, w.secrets.Cut(text)); err != nil {
		return 0, err
	}
	return len(p), nil
}
