//go:build !windows

package tunnel

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fake writes a program that runs a script, and returns its path.
func fake(t *testing.T, script string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "cloudflared")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return program
}

// open starts the fake tool.
func open(t *testing.T, ctx context.Context, script string) (*Tunnel, error) {
	t.Helper()
	tool, _, err := Find("cloudflared", func(name string) (string, error) { return name, nil })
	if err != nil {
		t.Fatal(err)
	}
	environ := map[string]string{"PATH": os.Getenv("PATH"), "SVC_TOKEN": "of-this-machine", "CLOUD_API_KEY": "a-secret"}
	return Start(ctx, Options{
		Tool: tool, Program: fake(t, script), Port: "4321", Getenv: func(name string) string { return environ[name] },
	})
}

func TestATunnelHasTheAddressThatItsToolPrints(t *testing.T) {
	out := filepath.Join(t.TempDir(), "seen")
	tunnel, err := open(t, t.Context(), `
echo "see https://developers.cloudflare.com/tunnels and https://trycloudflare.com.evil.example" >&2
head -c 100000 /dev/zero | tr '\0' 'x'
echo
echo "$@" $(env | cut -d= -f1 | sort) > `+out+`
echo "INF |  https://quiet-river.trycloudflare.com   |" >&2
echo "INF |  https://other.trycloudflare.com   |" >&2
exec sleep 600`)
	if err != nil {
		t.Fatal(err)
	}
	if tunnel.Origin != "https://quiet-river.trycloudflare.com" {
		t.Errorf("the address is %q", tunnel.Origin)
	}
	seen, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(seen), "tunnel --no-autoupdate --url http://127.0.0.1:4321 ") {
		t.Errorf("its arguments are %s", seen)
	}
	for _, secret := range []string{"SVC_TOKEN", "CLOUD_API_KEY"} {
		if strings.Contains(string(seen), secret) {
			t.Errorf("the tool got %s", secret)
		}
	}
	tunnel.Stop()
	<-tunnel.Ended
}

func TestAToolThatEndsIsReportedWithItsLastLines(t *testing.T) {
	_, err := open(t, t.Context(), "echo first; echo 'ERR you are not logged in' >&2; exit 3")
	if err == nil || !strings.Contains(err.Error(), "ERR you are not logged in") ||
		!strings.Contains(err.Error(), "before it printed a public address") {
		t.Errorf("got %v", err)
	}
	_, err = Start(t.Context(), Options{Program: filepath.Join(t.TempDir(), "none"), Getenv: os.Getenv, Tool: tools[0]})
	if err == nil {
		t.Error("a program that does not exist was started")
	}
}

func TestATunnelEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tunnel, err := open(t, ctx, "trap '' TERM; echo https://a.trycloudflare.com; while :; do sleep 1; done")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-tunnel.Ended // it ignores the signal, so it is killed
}

func TestFindLooksForToolsInTheirOrder(t *testing.T) {
	installed := func(names ...string) func(string) (string, error) {
		return func(name string) (string, error) {
			for _, one := range names {
				if one == name {
					return "/bin/" + name, nil
				}
			}
			return "", errors.New("not found")
		}
	}
	if tool, program, err := Find("", installed("tailscale", "ngrok")); tool.Name != "ngrok" || program != "/bin/ngrok" {
		t.Errorf("found %q at %q: %v", tool.Name, program, err)
	}
	if _, _, err := Find("ngrok", installed("cloudflared")); err == nil || !strings.Contains(err.Error(), "ngrok") {
		t.Errorf("got %v", err)
	}
	if _, _, err := Find("", installed()); err == nil || !strings.Contains(err.Error(), "cloudflared, ngrok") {
		t.Errorf("got %v", err)
	}
}

func TestEveryToolHasAnAddressOfItsOwn(t *testing.T) {
	for name, line := range map[string]string{
		"cloudflared": "2026-11-27T07:00:00Z INF |  https://quiet-river-two.trycloudflare.com  |",
		"ngrok":       `lvl=info msg="started tunnel" addr=http://localhost:80 url=https://a1-b2.ngrok-free.app`,
		"devtunnel":   "Connect via browser: https://x1y2z3-8787.euw.devtunnels.ms",
		"tailscale":   "https://machine.tail1234.ts.net/",
	} {
		for _, tool := range tools {
			if found := tool.address().FindString(line); (found != "") != (tool.Name == name) {
				t.Errorf("%s finds %q in %q", tool.Name, found, line)
			}
		}
	}
}
