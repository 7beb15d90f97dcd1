package devserver

import (
	"slices"
	"strings"
	"testing"
)

func TestLogLinesNameTheirInvocationUntilItHasEnded(t *testing.T) {
	s := newFixture(t, `worker.cardBackend('c', { handler({ logger, input }) {
		logger.info('begun');
		if (input.throws) throw new Error('no');
		logger.info('done');
	} });`).serve()
	s.answer("c", `{}`)
	s.answer("c", `{"throws": true}`)
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids, events []string
	for _, event := range s.ends {
		id, what, _ := strings.Cut(event, " ")
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		events = append(events, string(rune('a'+slices.Index(ids, id)))+" "+what)
	}
	want := []string{
		"a begun", "a done", "a ended", "b begun", "b uncaught: Error: no (src/workers/main.ts:5:27)", "b ended",
	}
	if !slices.Equal(events, want) {
		t.Errorf("got %q, want %q", events, want)
	}
}
