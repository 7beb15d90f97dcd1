package tsedit

import "testing"

func TestAppendKeepsTheFormOfAList(t *testing.T) {
	tests{
		"{ ^scopes: [] }":                          "{ scopes: ['b.c'] }",
		"{ ^scopes: [\"a\"] }":                     "{ scopes: [\"a\", \"b.c\"] }",
		"{ ^scopes: ['a',] }":                      "{ scopes: ['a', 'b.c',] }",
		"{ ^scopes: [\n    'a',\n  ] }":            "{ scopes: [\n    'a',\n    'b.c',\n  ] }",
		"{ ^scopes: [\r\n\t'a'\r\n] }":             "{ scopes: [\r\n\t'a',\r\n\t'b.c'\r\n] }",
		"{ ^scopes: [\n  'a', // for a\n] }":       "none",
		"{ ^scopes: [...base] }":                   "none",
		"{ ^scopes }":                              "none",
		"{ ^scopes: base }":                        "none",
		"{ ^scopes: [`a`] }":                       "none",
		"{ ^scopes: ['a'":                          "none",
		"{ ^scopes: ['a'].concat(base), next: 1 }": "none",
	}.run(t, func(text string, at int) []Edit { return AppendString(text, at, "b.c") })
}

func TestAddElementKeepsTheFormOfTheList(t *testing.T) {
	tests{
		"{ ^a: [] }":               "{ a: [x] }",
		"{ ^a: [b] }":              "{ a: [b, x] }",
		"{ ^a: ['[', b /* ] */] }": "{ a: ['[', b, /* ] */ x] }",
		"{\n  ^a: [\n    b // the last ]\n  ]\n}":        "{\n  a: [\n    b, // the last ]\n    x\n  ]\n}",
		"{\r\n  ^a: [\r\n    b,\r\n  ],\r\n}":            "{\r\n  a: [\r\n    b,\r\n    x,\r\n  ],\r\n}",
		"{\n\t^a: [\n\t\tb,\n\t],\n}":                    "{\n\ta: [\n\t\tb,\n\t\tx,\n\t],\n}",
		"{ ^a: [`${`]`} ]`, c.replace(/[\"\\]]/, '')] }": "{ a: [`${`]`} ]`, c.replace(/[\"\\]]/, ''), x] }",
		"{\n  ^a: [\n    b,\n  ],\n}":                    "{\n  a: [\n    b,\n    x,\n  ],\n}",
		"{\n  ^a: [\n    b\n  ],\n}":                     "{\n  a: [\n    b,\n    x\n  ],\n}",
		"{\n  ^a: [\n  ],\n}":                            "{\n  a: [\n    x,\n  ],\n}",
		"{\n  ^a: [\n    b, c,\n  ],\n}":                 "{\n  a: [\n    b, c, x,\n  ],\n}",
		"{\n  ^a: [b, // [\n  ],\n}":                     "{\n  a: [b, // [\n    x,\n  ],\n}",
		"{ ^a: cards }":                                  "none",
		"{ ^a }":                                         "none",
		"{ ^a: [":                                        "none",
		"{ ^a:":                                          "none",
	}.run(t, func(text string, at int) []Edit { return AddElement(text, at, "x") })
}

func TestAddElementIndentsTheLinesOfAnElement(t *testing.T) {
	tests{
		"f({\n  ^a: [],\n});":             "f({\n  a: [\n    x({\n      y,\n    }),\n  ],\n});",
		"f({\n  ^a: [b /* c */ ],\n});":   "f({\n  a: [b, /* c */\n    x({\n      y,\n    }),\n  ],\n});",
		"f({\n\t^a: [\n\t\tb,\n\t],\n});": "f({\n\ta: [\n\t\tb,\n\t\tx({\n\t\t\ty,\n\t\t}),\n\t],\n});",
	}.run(t, func(text string, at int) []Edit { return AddElement(text, at, "x({\n  y,\n})") })
}

func TestAddMemberAppendsToTheObject(t *testing.T) {
	tests{
		"defineApp({\n  name: 'a',\n});\n":        "defineApp({\n  name: 'a',\n  cards: [x],\n});\n",
		"defineApp({\n  name: 'a' // last\n});\n": "defineApp({\n  name: 'a', // last\n  cards: [x]\n});\n",
		"sdk.defineApp({ name: 'a' });":           "sdk.defineApp({ name: 'a', cards: [x] });",
		"defineApp(options);\nf({})":              "none",
		"defineApp(":                              "none",
		"defineApp":                               "none",
	}.run(t, func(text string, at int) []Edit { return AddMember(text, at, "cards: [x]") })
}
