package project

import (
	"slices"
	"strings"
	"testing"
)

func cardConfig(entrypoints ...string) string {
	var cards strings.Builder
	for _, e := range entrypoints {
		cards.WriteString(
			"card({ id: '" + e + "', name: 'C', location: 'crm.record.tab', objectTypes: [], entrypoint: '" + e + "' }),",
		)
	}
	return "import { card, defineApp } from '@svc/sdk';\n" +
		"export default defineApp({ name: 'A', distribution: 'private', auth: 'static', platformVersion: '2025.2', " +
		"scopes: [], cards: [" + cards.String() + "] });\n"
}

func TestImportsOfACardHavePositionsInLocalFiles(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": cardConfig("src/cards/Card.tsx", "src/cards/Missing.tsx"),
		"tsconfig.json": `{"compilerOptions":{"jsx":"react-jsx",
			"paths":{"@/*":["./src/*"],"react":["./node_modules/react"]}}}`,
		"src/cards/Card.tsx": "import React from 'react';\nimport type { X } from '@svc/sdk';\n" +
			"import { row } from '@/parts/row';\nexport default function Card(x: X) { return <b>{row}{String(React)}</b>; }\n" +
			"export const extra = 1;\n",
		"src/parts/row.ts": "/* 😀 */ import { tool } from \"@svc/sdk\";\n" +
			"import { logger } from '@svc/sdk/ui';\nexport const row = [tool, logger];\n",
		"node_modules/react/package.json": `{"name":"react","main":"index.js"}`,
		"node_modules/react/index.js":     "import '@svc/sdk';",
	})
	for _, problem := range p.Problems {
		t.Errorf("%s: %s", problem.Rule, problem.Message)
	}
	if len(p.Cards) != 2 {
		t.Fatalf("cards = %v", p.Cards)
	}
	card, missing := p.Cards[0], p.Cards[1]
	if card.File != "src/cards/Card.tsx" || missing.File != "" || missing.Entrypoint != "src/cards/Missing.tsx" {
		t.Errorf("files = %q, %q", card.File, missing.File)
	}
	if got := strings.Join(card.Exports, " "); got != "default extra" {
		t.Errorf("exports = %q", got)
	}
	var got []string
	for _, i := range card.Imports {
		got = append(got, i.Path+"@"+spot(p.Locator.Locate(i.At)))
	}
	want := []string{
		"react@src/cards/Card.tsx:1:19", "@/parts/row@src/cards/Card.tsx:3:21",
		"@svc/sdk@src/parts/row.ts:1:31", "@svc/sdk/ui@src/parts/row.ts:2:24",
	}
	if !slices.Equal(got, want) {
		t.Errorf("imports\n got %q\nwant %q", got, want)
	}
}

func TestUnparsableCardHasOneFinding(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts":      cardConfig("src/cards/Bad.tsx", "src/cards/Good.tsx"),
		"src/cards/Bad.tsx":  "export default function ( {\n",
		"src/cards/Good.tsx": "import './gone';\nimport './fine';\nexport default 1;\n",
		"src/cards/fine.ts":  "",
	})
	var got []string
	for _, problem := range p.Problems {
		got = append(got, problem.Rule+" "+spot(p.Locator.Locate(problem.At)))
	}
	want := []string{"syntax-error src/cards/Bad.tsx:2:1", "unresolved-import src/cards/Good.tsx:1:8"}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("problems\n got %q\nwant %q", got, want)
	}
}

func TestBindingNamesAreReadAndMalformedFilesReported(t *testing.T) {
	p := load(t, map[string]string{"svc.config.ts": minimalConfig, ".dev.vars": "A=1\nB='2'\n"})
	if !slices.Equal(p.Bindings, []string{"A", "B"}) {
		t.Errorf("bindings = %q", p.Bindings)
	}
	p = load(t, map[string]string{"svc.config.ts": minimalConfig, ".dev.vars": "A=1\nB\n"})
	if len(p.Problems) != 1 || p.Problems[0].Rule != ruleSyntax ||
		spot(p.Locator.Locate(p.Problems[0].At)) != ".dev.vars:2:1" {
		t.Errorf("problems = %+v", p.Problems)
	}
	if p = load(t, map[string]string{"svc.config.ts": minimalConfig}); p.Bindings != nil {
		t.Errorf("bindings without a file = %q", p.Bindings)
	}
}
