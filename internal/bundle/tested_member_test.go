package bundle

import "testing"

func TestAsksForMember(t *testing.T) {
	for text, want := range map[string]bool{
		"if (lib.newer) lib.newer();":           true,
		"if ((lib as any).newer) f();":          true,
		"(lib as any).newer?.()":                true,
		"lib['newer'] ?? 1":                     true,
		"typeof lib.newer === 'function'":       true,
		"!lib.newer":                            true,
		"'newer' in lib":                        true,
		"lib.newer !== undefined":               true,
		"lib?.newer ? 1 : 2":                    true,
		"lib.newer && lib.newer()":              true,
		"lib.newer":                             false,
		"lib.newer();":                          false,
		"!lib.newer(1)":                         false,
		"if (lib.newer(1)) f();":                false,
		"a === lib.newer":                       false,
		"lib.newer === 'a'":                     false,
		"typeof lib; other(lib.newer, 'newer')": false,
		"newer":                                 false,
		"(newer)":                               false,
		"lib['newer":                            false,
	} {
		if got := asksForMember(text, "newer"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
