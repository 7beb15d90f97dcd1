package cli

import (
	"bytes"
	"testing"
)

func TestTableIsAlignedOrTabSeparated(t *testing.T) {
	rows := [][]string{{"7", "active", "x\ty"}, {"1000001", "é", "a\x1b[31m\nb"}}
	for tty, want := range map[bool]string{
		true:  "ID       STATE   NOTE\n7        active  x y\n1000001  é       a\uFFFD[31m b\n",
		false: "7\tactive\tx y\n1000001\té\ta\uFFFD[31m b\n",
	} {
		var out bytes.Buffer
		env := &Env{Out: &out, OutTTY: tty, Getenv: func(string) string { return "1" }}
		if err := env.Table([]string{"ID", "STATE", "NOTE"}, rows); err != nil || out.String() != want {
			t.Errorf("tty %v: %q, want %q (%v)", tty, out.String(), want, err)
		}
	}
}
