package conformance

import "testing"

// Ids of alerts are random, and one in some dozens contains text that resembles a portal.
func TestOwnerIgnoresPortalsInRandomIDs(t *testing.T) {
	o := &outside{}
	first, second := o.begin(3, &caseFile{Slow: true}), o.begin(4, &caseFile{})
	for body, want := range map[string]*world{
		`{"id": "c7654321-90ab-4cde-8f01-234567890abc"}`: second,
		`{"portalId": 7000031}`:                          first,
		`{"key": "u7000049-a@x.example"}`:                second,
		`{"portalId": 7000011}`:                          nil, // of a case that has ended
	} {
		if got := o.owner(call{url: "https://x.example/", body: body}); got != want {
			t.Errorf("%s belongs to %+v", body, got)
		}
	}
}
