package ecma

import "testing"

func TestMessagesHaveNoAddresses(t *testing.T) {
	const clean = "Cannot convert object to primitive value"
	for text, want := range map[string]string{
		"": "", "Could not convert &{ 1": "Could not convert &{ 1", "to primitive": "to primitive",
		"TypeError: Could not convert &{Object 0x31 map[a:0x32]} (*goja.baseObject) to primitive": "TypeError: " + clean,
		"a Could not convert &{} to primitive\n\tat x Could not convert &{} to primitive b": "a " + clean + "\n\tat x " +
			clean + " b",
	} {
		if got := WithoutAddresses(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
