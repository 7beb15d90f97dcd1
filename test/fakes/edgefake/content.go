package edgefake

import (
	"maps"
	"mime/multipart"
	"net/textproto"
	"slices"
)

// getContent returns the modules of the version with the traffic. The platform keeps source maps to itself.
func (f *Fake) getContent(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	live := s.live()
	body := multipart.NewWriter(c.w)
	c.w.Header().Set("Content-Type", body.FormDataContentType())
	c.w.Header().Set("Cf-Entrypoint", live.main)
	for _, name := range slices.Sorted(maps.Keys(live.modules)) {
		m := live.modules[name]
		if m.contentType == "application/source-map" {
			continue
		}
		part, err := body.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {`form-data; name="` + name + `"; filename="` + name + `"`}, "Content-Type": {m.contentType},
		})
		if err != nil {
			return // the client has disconnected
		}
		_, _ = part.Write(m.text)
	}
	_ = body.Close()
}
