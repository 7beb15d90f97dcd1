package live

import (
	"bytes"
	"testing"
)

func TestADeclarationThatReadsTheClockKeepsTheApp(t *testing.T) {
	const config = `import { defineApp } from '@svc/sdk';
const name = 'T ' + Date.now() + new Date().toISOString();
export default defineApp({ name, distribution: 'private', auth: 'static', scopes: [] });
`
	s := newSaving(t, map[string]string{"svc.config.ts": config, "src/workers/a.ts": worker("a", "")})
	s.load()
	server, before := s.session.server, s.session.manifest
	s.write("src/workers/a.ts", worker("a", "worker.cardBackend('a', { handler: () => 1 });"))
	s.load("src/workers/a.ts")
	if s.session.server != server {
		t.Error("the app was restarted")
	}
	if bytes.Equal(s.session.manifest, before) {
		t.Error("the manifest lacks the new card backend")
	}
}
