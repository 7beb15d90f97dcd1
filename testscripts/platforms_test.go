package testscripts

import (
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

func init() {
	commands["platforms"] = cmdPlatforms
	commands["fails"] = cmdFails
	commands["sent"] = cmdSent
	commands["plant"] = cmdPlant
	commands["undeployed"] = cmdUndeployed
	commands["state"] = cmdState
	commands["schema"] = cmdSchema
}

// platforms are the fake platforms of a script.
type platforms struct {
	edge *edgefake.Fake
	crm  *crmfake.Fake
}

// platformsOf holds the fake platforms of scripts by the URL of the edge platform.
var platformsOf started[*platforms]

// cmdPlatforms starts both fake platforms: platforms [profile]. It sets the variables of their URLs. $EDGE_TOKEN,
// $EDGE_ACCOUNT and $CRM_KEY are valid credentials, which are not stored yet. svc stores them in a file below $WORK.
func cmdPlatforms(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: platforms [profile]")
	}
	name := platform.DefaultProfile
	if len(args) == 1 {
		name = args[0]
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/" + name + ".json")
	ts.Check(err)
	profile, err := platform.DecodeProfile(text)
	ts.Check(err)
	p := &platforms{
		edge: edgefake.New(edgefake.Options{}), crm: crmfake.New(crmfake.Options{Profile: profile, Now: time.Now}),
	}
	edge, crm := httptest.NewServer(p.edge), httptest.NewServer(p.crm)
	ts.Defer(edge.Close)
	ts.Defer(crm.Close)
	platformsOf.set(edge.URL, p)
	for variable, value := range map[string]string{
		"SVC_EDGE_API_URL": edge.URL, "SVC_CRM_API_URL": crm.URL, "SVC_KEYRING": "off", "XDG_CONFIG_HOME": ts.MkAbs("config"),
		"EDGE_TOKEN": edgefake.Token, "EDGE_ACCOUNT": edgefake.Account, "CRM_KEY": crmfake.Key,
	} {
		ts.Setenv(variable, value)
	}
}

func (p *platforms) front(ts *testscript.TestScript, name string) *fakeserver.Front {
	switch {
	case p == nil:
		ts.Fatalf("run the command platforms first")
	case name == "edge":
		return p.edge.Front
	case name == "crm":
		return p.crm.Front
	}
	ts.Fatalf("%q is neither edge nor crm", name)
	return nil
}

// cmdFails makes the n-th next request fail: fails edge|crm n break|lost|html[STATUS]|STATUS. A lost request takes
// effect. html is the page of a proxy, with status 502 if it has none.
func cmdFails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: fails edge|crm n break|lost|html[STATUS]|STATUS")
	}
	front := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL")).front(ts, args[0])
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	how, page := strings.CutPrefix(args[2], "html")
	switch {
	case how == "break", how == "lost":
		front.Fail(n, fakeserver.Fault{Kind: fakeserver.Break, After: how == "lost"})
		return
	case page && how == "":
		how = "502"
	}
	status, err := strconv.Atoi(how)
	ts.Check(err)
	fault := fakeserver.Fault{Kind: fakeserver.Refuse, Status: status, Body: "{}"}
	if page {
		fault = fakeserver.HTML(status)
	}
	front.Fail(n, fault)
}

// cmdSent checks that a request contained a text: sent edge|crm text. ! negates the check.
func cmdSent(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: sent edge|crm text")
	}
	if found := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL")).front(ts, args[0]).Contains(args[1]); found == neg {
		ts.Fatalf("sent to %s with %q: %v", args[0], args[1], found)
	}
}

// cmdPlant adds a script that svc did not create to the edge account: plant name [tag...].
func cmdPlant(ts *testscript.TestScript, neg bool, args []string) {
	p := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL"))
	if neg || len(args) == 0 || p == nil {
		ts.Fatalf("usage: plant name [tag...], after platforms")
	}
	p.edge.SeedScript(args[0], args[1:], nil)
}

// cmdUndeployed gives a script a newer version without traffic: undeployed name.
func cmdUndeployed(ts *testscript.TestScript, neg bool, args []string) {
	p := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL"))
	if neg || len(args) != 1 || p == nil {
		ts.Fatalf("usage: undeployed name, after platforms")
	}
	p.edge.SeedVersion(args[0])
}

// cmdState writes the state of a fake platform to a file: state edge|crm file.
func cmdState(ts *testscript.TestScript, neg bool, args []string) {
	p := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL"))
	if neg || len(args) != 2 || p == nil {
		ts.Fatalf("usage: state edge|crm file, after platforms")
	}
	dump := p.edge.Dump
	if args[0] == "crm" {
		dump = p.crm.Dump
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(dump(false)), 0o644))
}

// cmdSchema makes the fake CRM serve the schema of a portal from the files of a folder: schema folder.
func cmdSchema(ts *testscript.TestScript, neg bool, args []string) {
	p := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL"))
	if neg || len(args) != 1 || p == nil {
		ts.Fatalf("usage: schema folder, after platforms")
	}
	p.crm.ServeSchema(os.DirFS(ts.MkAbs(args[0])))
}
