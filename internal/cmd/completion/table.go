package completion

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/devserver/tunnel"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/simulate"
	"github.com/appsvc/svc/internal/taillog"
	"github.com/appsvc/svc/internal/templates"
)

// words returns what a shell offers.
type words func(*cli.Env, *cobra.Command) []string

// argument is how the arguments of a command are completed.
type argument struct {
	words words
	// many means that the command takes several.
	many bool
	// folder offers folders, file all files.
	folder, file bool
	// list means several words with commas between them.
	list bool
}

// arguments returns the table of commands by their words after svc. A command without an entry has no arguments, or
// lists its own.
func arguments() map[string]argument {
	return map[string]argument{
		"init": {folder: true}, "import": {folder: true}, "check": {folder: true}, "build": {folder: true},
		"eject": {folder: true}, "types": {folder: true},
		"dev state export": {folder: true}, "dev state import": {folder: true},
		"deploy":     {file: true},
		"add":        {words: fixed(templates.Kinds...)},
		"dev invoke": {words: capabilities()},
		"simulate":   {words: capabilities()},
		"dev send":   {words: capabilities(devserver.KindTrigger, devserver.KindSource)},
		"sync show":  {words: capabilities(devserver.KindSync)},
		"sync run":   {words: capabilities(devserver.KindSync)},
		"dev fault":  {words: faults},
		"test":       {words: fixtures, many: true},

		"secrets set": {words: secrets}, "secrets delete": {words: secrets},

		"installs show": {words: installs.words}, "installs erase": {words: installs.words},
		"installs configure": {words: installs.words}, "installs suspend": {words: installs.words},
		"installs resume": {words: installs.words},
		"errors":          {words: failures.words},
		"deliveries show": {words: deliveries.words}, "deliveries replay": {words: deliveries.words, many: true},
		"later cancel":     {words: calls.words},
		"sync poison show": {words: poisonRows.words}, "sync poison retry": {words: poisonRows.words, many: true},
		"sync poison discard": {words: poisonRows.words, many: true},
		"dev state show":      {words: actors.words},
		"dev store show":      {words: storeKeys.words}, "dev store set": {words: storeKeys.words},
		"dev store delete": {words: storeKeys.words}, "dev store list": {words: storeKeys.words},
		"dev flags show": {words: flagKeys.words}, "dev flags set": {words: flagKeys.words},
		"dev flags delete": {words: flagKeys.words},
		"dev runs":         {words: runs.words}, "dev install": {words: installs.words},
		"dev records list": {words: objectTypes}, "dev records show": {words: objectTypes},
		"dev records update": {words: objectTypes}, "dev records archive": {words: objectTypes},
	}
}

// flags returns the table of flags with a value, by name, or by the words of the command and the name.
func flags() map[string]argument {
	return map[string]argument{
		"--dir": {folder: true}, "--out": {folder: true}, "--import": {folder: true}, "--export-on-exit": {folder: true},
		"--from": {file: true}, "--plan": {file: true}, "--baseline": {file: true}, "--file": {file: true},
		"--env":                {words: environments},
		"--install":            {words: installs.words},
		"--portal":             {words: installs.words},
		"--project":            {words: projects},
		"--to":                 {words: deploys.words},
		"--replay":             {words: both(failures.words, deliveries.words)},
		"--profile":            {words: fixed(platform.ProfileNames()...)},
		"--crm":                {words: fixed(host.CRMEmulated, host.CRMLive)},
		"--kind":               {words: fixed(capability.KindFlags()...)},
		"--sync":               {words: capabilities(devserver.KindSync)},
		"--worker":             {words: workers},
		"--capability":         {words: capabilities()},
		"--tier":               {words: fixed(simulate.TierNames()...)},
		"--level":              {words: fixed(taillog.Levels()...)},
		"--fail-on":            {words: fixed("error", "warning", "never")},
		"--surface":            {words: fixed("action", "agent", "batched", "invoke")},
		"--engine":             {words: fixed("local", "workerd")},
		"--distribution":       {words: fixed("private", "marketplace")},
		"--auth":               {words: fixed("static", "oauth")},
		"--package-manager":    {words: fixed("npm", "pnpm", "yarn", "bun", "none")},
		"--with":               {words: fixed(append([]string{"git"}, templates.Extras...)...), list: true},
		"--tunnel":             {words: fixed(tunnel.Names()...)},
		"--platform-version":   {words: fixed(platform.KnownVersions()...)},
		"check --format":       {words: fixed(cli.FormatNames()...)},
		"test --format":        {words: fixed("text", "json", "junit")},
		"deploy --allow":       {words: risks, list: true},
		"mcp --allow":          {words: fixed("invoke", "send", "fix"), list: true},
		"simulate --fault":     {words: simulatedFaults},
		"dev runs --outcome":   {words: fixed(checkpoint.RecordedOutcomes()...)},
		"dev fault --method":   {words: fixed(live.FaultMethods()...)},
		"checkpoint --compare": {words: fixed("previous")},
		"checkpoint --by":      {words: fixed(checkpoint.Groupings()...)},
		"checkpoint --format":  {words: fixed(append([]string{"table"}, checkpoint.FormatNames()...)...)},
	}
}

func fixed(values ...string) words {
	return func(*cli.Env, *cobra.Command) []string { return values }
}

// both offers the words of two lists.
func both(one, other words) words {
	return func(env *cli.Env, cmd *cobra.Command) []string {
		return append(one(env, cmd), other(env, cmd)...)
	}
}

func faults(*cli.Env, *cobra.Command) (names []string) {
	for _, kind := range live.FaultKinds() {
		names = append(names, described(kind.Name, kind.Effect))
	}
	return names
}

func simulatedFaults(*cli.Env, *cobra.Command) (names []string) {
	for _, kind := range simulate.FaultKinds() {
		names = append(names, described(kind.Example, kind.Effect))
	}
	return names
}

func risks(*cli.Env, *cobra.Command) (names []string) {
	for _, risk := range deploy.Risks() {
		names = append(names, string(risk))
	}
	return names
}

// objectTypes offers the object types of the CRM as its API names them.
func objectTypes(*cli.Env, *cobra.Command) (names []string) {
	for _, name := range platform.StandardObjectTypes() {
		names = append(names, platform.Plural(name))
	}
	return names
}

// Asked reports whether a shell asks for completions.
func Asked(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// Register makes the commands of root complete their arguments and flags by the tables.
func Register(env *cli.Env, root *cobra.Command) {
	r := registrar{env, arguments(), flags()}
	r.register(root)
}

type registrar struct {
	env              *cli.Env
	arguments, flags map[string]argument
}

func (r *registrar) register(cmd *cobra.Command) {
	_, line, _ := strings.Cut(cmd.CommandPath(), " ")
	if cmd.ValidArgsFunction == nil && cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = r.arguments[line].complete(r.env)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		values, known := r.flags[line+" --"+f.Name]
		if !known {
			values = r.flags["--"+f.Name]
		}
		values.many = true                                                 // the arguments before it do not matter
		_ = cmd.RegisterFlagCompletionFunc(f.Name, values.complete(r.env)) // it can only be registered already
	})
	for _, child := range cmd.Commands() {
		r.register(child)
	}
}

// complete returns the function that cobra calls.
func (a argument) complete(env *cli.Env) cobra.CompletionFunc {
	return func(cmd *cobra.Command, before []string, begun string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(before) > 0 && !a.many:
			return nil, cobra.ShellCompDirectiveNoFileComp
		case a.folder:
			return nil, cobra.ShellCompDirectiveFilterDirs
		case a.file:
			return nil, cobra.ShellCompDirectiveDefault
		case a.words == nil:
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		offered := safe(a.words(env, cmd))
		if end := strings.LastIndexByte(begun, ',') + 1; a.list && end > 0 {
			for i := range offered {
				offered[i] = begun[:end] + offered[i]
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}
}
