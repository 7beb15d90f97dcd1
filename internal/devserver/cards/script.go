package cards

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/project"
)

// scriptName is the name of a card's script in stacks.
const scriptName = "svc-card"

// scripts are the scripts that frames have loaded last, by card id.
type scripts struct {
	mu     sync.Mutex // guards byCard
	byCard map[string]*project.CardScript
}

func (s *scripts) last(card string) *project.CardScript {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byCard[card]
}

func (s *scripts) set(card string, built *project.CardScript) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byCard == nil {
		s.byCard = map[string]*project.CardScript{}
	}
	s.byCard[card] = built
}

// build bundles the card as its files are now.
func (p *Preview) build(ctx context.Context, c *call) (*project.CardScript, error) {
	origins := map[string]string{}
	for _, worker := range c.Manifest.Workers {
		origins[worker.Name] = workerOrigin(c, worker.Name)
	}
	define := map[string]string{}
	for name, value := range map[string]any{
		codegen.CardID: c.card.ID, codegen.BackendURLs: c.Manifest.BackendURLs(c.card, origins),
	} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		define[name] = string(text)
	}
	built, err := project.BuildCard(ctx, project.CardOptions{
		Options: p.options.Project, File: c.card.Entrypoint, Library: library, Define: define,
	})
	if err == nil {
		p.scripts.set(c.card.ID, built)
	}
	return built, err
}

// pageScript returns a function that bundles the script of pages at its first call.
func pageScript() func() (script, error) {
	return sync.OnceValues(func() (script, error) { return bundle.PreviewScript(library, "ui/page/page.ts") })
}

// script is JavaScript.
type script = []byte
