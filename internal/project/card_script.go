package project

import (
	"context"
	"io/fs"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/sourcemap"
)

// CardOptions configures BuildCard.
type CardOptions struct {
	Options
	// File is the entry point of the card, relative to Dir.
	File string
	// Library has the renderer of cards (bundle.PreviewParts).
	Library fs.FS
	// Define replaces names in the card's code, by JSON texts.
	Define map[string]string
}

// CardScript is a card with a renderer, as a script for a browser.
type CardScript struct {
	Code []byte
	// sourceMap decodes the source map at its first call.
	sourceMap func() (*sourcemap.Map, error)
}

// BuildCard bundles a card with a renderer. A mistake in the source is a *SourceError.
func BuildCard(ctx context.Context, o CardOptions) (*CardScript, error) {
	l, err := newBuilder(o.Options)
	if err != nil {
		return nil, err
	}
	vendor, err := vendorOf(l.options.Profile)
	if err != nil {
		return nil, err
	}
	output, faults := bundle.CardPreview(l.bundling, bundle.PreviewParts{
		File: o.File, UIPackage: vendor.UIPackage, UIGlobal: vendor.UIGlobal, Elements: platform.InsteadOfElements(),
		Library: o.Library, Define: o.Define,
	})
	if len(faults) > 0 {
		return nil, bundleError(faults[0])
	}
	decode := sync.OnceValues(func() (*sourcemap.Map, error) { return sourcemap.Parse(output.Map) })
	return &CardScript{Code: output.Code, sourceMap: decode}, ctx.Err()
}

// Source returns the position in the source of a position of the script, both 1-based. Code of the renderer has none.
func (s *CardScript) Source(line, column int) (diag.Span, bool) {
	decoded, err := s.sourceMap()
	if err != nil {
		return diag.Span{}, false
	}
	at, found := decoded.Lookup(line-1, column-1)
	if !found || bundle.IsOfPreview(at.Source) {
		return diag.Span{}, false
	}
	return diag.Span{File: at.Source, Line: at.Line + 1, Column: at.Column + 1}, true
}
