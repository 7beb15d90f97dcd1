package deploy

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/rollout"
)

// canaryOptions are the flags of a gradual deploy.
type canaryOptions struct {
	share, until, watch string
	promote, abort      bool

	canary *deploy.Canary // nil for all traffic at once
	// target is the app worker whose checkpoints judge.
	target *appworker.Target
}

func (o *canaryOptions) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&o.share, "canary", "", "give new versions of workers this `share` of the traffic first, such as 10%")
	flags.StringVar(&o.until, "until", "", "promote the canary if this `condition` holds, else roll it back")
	flags.StringVar(&o.watch, "for", "15m", "watch the canary for this `span`")
	flags.BoolVar(&o.promote, "promote", false, "give all traffic to the standing canary")
	flags.BoolVar(&o.abort, "abort", false, "roll back the standing canary")
}

// completeCanary validates the flags of a gradual deploy. changed reports whether a flag was passed.
func (o *options) completeCanary(ctx context.Context, changed func(string) bool) error {
	if o.promote || o.abort {
		for _, other := range []string{
			"canary", "until", "for", "plan", "from", "dry-run", "yes", "allow", "subdomain", "new-key",
		} {
			if changed(other) || o.from != "" {
				return cli.Usage(fmt.Sprintf("%s and a deploy exclude each other", o.ending()), "leave out all flags but --env")
			}
		}
		if o.promote && o.abort {
			return cli.Usage("--promote and --abort exclude each other", "leave out one of them")
		}
		return nil
	}
	if o.share == "" {
		if changed("until") || changed("for") {
			return cli.Usage("--until and --for need --canary", "add --canary with a share, such as --canary 10%")
		}
		return nil
	}
	if o.plan != "" || o.from != "" || o.dryRun || o.newKey {
		return cli.Usage("--canary excludes --plan, a saved plan, --dry-run and --new-key", "leave out one of them")
	}
	return o.readCanary(ctx)
}

func (o *options) ending() string {
	if o.promote {
		return "--promote"
	}
	return "--abort"
}

// readCanary parses --canary, --until and --for.
func (o *options) readCanary(ctx context.Context) error {
	percent, err := strconv.Atoi(strings.TrimSuffix(o.share, "%"))
	if err != nil || percent < 1 || percent > 99 {
		return cli.Usage(fmt.Sprintf("invalid --canary %q: expected a share from 1%% to 99%%", o.share), "write --canary 10%")
	}
	if o.until == "" {
		return cli.Usage("--until is missing", "say when the canary is good: --until 'count >= 100 and error_rate < 0.01'")
	}
	expr, err := appworker.Assertion(ctx, "--until", o.until)
	if err != nil {
		return err
	}
	watch, err := checkpoint.ParseSpan(o.watch)
	if err != nil || watch.Duration > rollout.MaxWatch {
		return cli.Usage(
			fmt.Sprintf("invalid --for %q: expected minutes, from 1m to %dm", o.watch, rollout.MaxWatch/time.Minute),
			"write --for 15m",
		)
	}
	judge := func(ctx context.Context, since time.Time) (rollout.Judgment, error) {
		verdict, err := checkpoint.Judge(ctx, o.target.Client, expr, since)
		if err != nil {
			return rollout.Judgment{}, o.target.Error(err)
		}
		return rollout.Judgment{Holds: verdict.Holds, Enough: verdict.HasSamples(), Values: verdict.Values()}, nil
	}
	o.canary = &deploy.Canary{Percent: percent, For: watch.Duration, Judge: judge}
	return nil
}

// openTarget finds the app worker whose checkpoints judge a canary, before anything changes.
func (j *job) openTarget(ctx context.Context) (err error) {
	if j.canary == nil {
		return nil
	}
	flags := appworker.Flags{Env: j.environment, Dir: j.dir}
	if j.target, err = flags.Open(ctx, j.env); err != nil {
		return err
	}
	if _, err = j.canary.Judge(ctx, j.env.Now()); err != nil {
		return err
	}
	if !j.json {
		j.env.Notef("canary: %s of the traffic for %s, until %s", j.share, j.watch, cli.OneLine(j.until))
	}
	return nil
}

// resumeCommand returns the command that resumes a deploy.
func (o *options) resumeCommand() string {
	command := "svc deploy" + environmentFlag(o.environment)
	if o.promote || o.abort {
		return command + " " + o.ending()
	}
	if o.canary != nil {
		command += " --canary " + o.share + " --until " + cli.ShellWord(o.until) + " --for " + o.watch
	}
	return command
}

// noteShares prints the canaries that still have traffic.
func (j *job) noteShares(standing []rollout.Canary) {
	for _, c := range standing {
		j.env.Notef("canary: %d%% of the traffic of %s is on the new version", c.Percent, cli.OneLine(c.Script))
	}
}

// noteStanding prints the canaries that still have traffic, and how to end them.
func (j *job) noteStanding(standing []rollout.Canary) {
	j.noteShares(standing)
	env := environmentFlag(j.environment)
	j.env.Notef("to resume, run it again: %s", j.resumeCommand())
	j.env.Notef("to end it by hand, run 'svc deploy --promote%s' or 'svc deploy --abort%s'", env, env)
}

// canaryError turns an error of a canary into one for the user; nil for another error.
func (j *job) canaryError(err error) error {
	var back *deploy.RolledBackError
	var moved *rollout.MovedError
	env := environmentFlag(j.environment)
	switch {
	case errors.As(err, &back):
		return &cli.Error{
			Code: cli.ExitNegative, What: "the canary was rolled back: the assertion does not hold: " + j.until,
			Why: cli.OneLine(back.Values), Err: err,
			Fix: "see 'svc errors --env " + j.environment + "', mend the workers and deploy again; " +
				"all traffic is on the old versions",
		}
	case errors.As(err, &moved):
		return &cli.Error{
			Code: cli.ExitMoved, What: cli.OneLine(moved.Error()), Err: err,
			Why: "the canary has ended; workers whose traffic was still split are on their old versions",
			Fix: "run 'svc deploy --plan" + env + "' to see what is live",
		}
	}
	return standingError(err)
}

// standingError turns a *rollout.StandingError into one for the user; nil for another error.
func standingError(err error) error {
	standing, stands := errors.AsType[*rollout.StandingError](err)
	if !stands {
		return nil
	}
	first, env := standing.Standing.Canaries[0], environmentFlag(standing.Environment)
	return &cli.Error{
		Code: cli.ExitMoved, What: cli.OneLine(standing.Error()), Err: err,
		Why: cli.OneLine(fmt.Sprintf("%d%% of the traffic of %s is on its new version", first.Percent, first.Script)),
		Fix: fmt.Sprintf("end it with 'svc deploy --promote%s' or 'svc deploy --abort%s', or resume it with the command "+
			"and the sources that started it", env, env),
	}
}
