package dev

import (
	"context"
	"os/exec"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// keyboard runs the commands of keys that are pressed in the terminal of a server.
type keyboard struct {
	env     *cli.Env
	program string
	dir     string
	restart chan struct{} // restarts the server
	quit    func()
}

// key is a key and its command.
type key struct {
	name  byte
	about string
	press func(context.Context, *keyboard)
}

// keys is the table of keys, in the order of the help.
var keys = []key{
	{'r', "restart the server", func(_ context.Context, k *keyboard) {
		select {
		case k.restart <- struct{}{}:
		default: // it restarts already
		}
	}},
	{'t', "move the clock ahead by 15 minutes, and run what is due", command("dev", "tick", "15m")},
	{'o', "open the dashboard in a browser", func(ctx context.Context, k *keyboard) { go k.openDashboard(ctx) }},
	{'c', "clear the screen", func(_ context.Context, k *keyboard) { k.env.ClearScreen() }},
	{'q', "quit", func(_ context.Context, k *keyboard) { k.quit() }},
}

const helpKey = '?'

// command runs a command of svc in the folder of the server.
func command(args ...string) func(context.Context, *keyboard) {
	return func(ctx context.Context, k *keyboard) {
		run := exec.CommandContext(ctx, k.program, append(args, "--dir", k.dir)...)
		run.Stdout, run.Stderr = k.env.Out, k.env.Err
		go run.Run() //nolint:errcheck // the command prints its errors
	}
}

// openDashboard opens the dashboard in a browser. The command itself would print the link, as its output is a pipe.
func (k *keyboard) openDashboard(ctx context.Context) {
	address := exec.CommandContext(ctx, k.program, "open", "dev", "--print", "--dir", k.dir)
	address.Stderr = k.env.Err
	out, err := address.Output()
	if err != nil {
		return // the command has printed why
	}
	link := strings.TrimSpace(string(out))
	if cmdutil.Browse(link) != nil {
		k.env.Notef("cannot start a browser")
		k.env.Notef("%s", link)
		return
	}
	k.env.Notef("opening %s", link)
}

// follow runs the command of each key until ctx ends or the terminal is closed.
func (k *keyboard) follow(ctx context.Context, pressed <-chan byte) {
	for {
		select {
		case <-ctx.Done():
			return
		case name, open := <-pressed:
			if !open {
				return
			}
			k.press(ctx, name)
		}
	}
}

func (k *keyboard) press(ctx context.Context, name byte) {
	switch name {
	case helpKey:
		for _, one := range keys {
			k.env.Notef("%c  %s", one.name, one.about)
		}
	case '\r', '\n': // space between what is read and what comes
		k.env.Notef("")
	}
	for _, one := range keys {
		if one.name == name {
			one.press(ctx, k)
		}
	}
}
