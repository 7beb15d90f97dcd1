package dev

import (
	"context"
	"os/exec"

	"github.com/appsvc/svc/internal/cli"
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
	{'o', "open the app in a browser", command("open", "dev")},
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
