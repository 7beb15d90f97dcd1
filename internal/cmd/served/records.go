package served

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// maxRecords is how many records a page of the CRM's search has.
const maxRecords = 200

type recordOptions struct {
	env                *cli.Env
	dir, search, after string
	portal             int64
	limit              int
	asJSON             bool
}

func newRecordsCommand(env *cli.Env) *cobra.Command {
	o := &recordOptions{env: env}
	cmd := &cobra.Command{
		Use:   "records <command>",
		Short: "Show and change records of the emulated CRM",
		Long: `Show and change records of the emulated CRM, on the server that 'svc dev' runs in this folder. The commands
act as a user of the account: the app's rate limits, scopes and faults do not apply. Each change fires the
subscribed triggers. Changes last until the app restarts.

A type is an object type of the CRM, or the id of an app object.

Exit codes: 0 success, 1 the app does not load, 2 usage error, or the CRM refuses the request, 3 internal error,
9 no running server.`,
		Example: `  svc dev records list contacts --search maria
  svc dev records update deals 301 dealstage=closedwon`,
		Args: cmdutil.Subcommand,
	}
	cmdutil.Group(cmd)
	cmd.AddCommand(o.listCommand(), o.showCommand(), o.updateCommand(), o.archiveCommand())
	cmdutil.AddExitCodes(cmd)
	for _, child := range cmd.Commands() {
		child.Flags().Int64Var(&o.portal, "portal", host.DefaultPortal, "the `portal` that has the records")
		cmdutil.AddDirFlag(child.Flags(), &o.dir)
		cmdutil.AddJSONFlag(child.Flags(), &o.asJSON)
	}
	return cmd
}

// crmRecord is a record as the CRM returns it. A property without a value is null.
type crmRecord struct {
	ID         string             `json:"id"`
	Properties map[string]*string `json:"properties"`
}

// recordDocument is the output of show, update and archive with --json.
type recordDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	crmRecord
	Archived bool `json:"archived,omitempty"`
}

// recordsDocument is the output of list --json.
type recordsDocument struct {
	SchemaVersion int         `json:"schemaVersion"`
	Total         int         `json:"total"`
	Records       []crmRecord `json:"records"`
	// After is what --after takes for the next page; "" for the last one.
	After string `json:"after"`
}

func (o *recordOptions) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list <type>",
		Short: "List or search records of an object type",
		Example: `  svc dev records list contacts
  svc dev records list companies --search northwind --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmdutil.InRange("--limit", o.limit, 1, maxRecords); err != nil {
				return err
			}
			return o.list(cmd.Context(), args[0])
		},
	}
	cmd.Flags().StringVar(&o.search, "search", "", "list records with this `text` in a searchable property only")
	cmd.Flags().IntVar(&o.limit, "limit", 50, "list at most this `number` of records")
	cmd.Flags().StringVar(&o.after, "after", "", "list the page after this `cursor`, which the page before names")
	return cmd
}

func (o *recordOptions) list(ctx context.Context, objectType string) error {
	search := map[string]any{"query": o.search, "limit": o.limit}
	if o.after != "" {
		search["after"] = o.after
	}
	var page struct {
		Total   int
		Results []crmRecord
		Paging  struct{ Next struct{ After string } }
	}
	call := crmCall{http.MethodPost, objectType, recordPath(objectType, "search"), search}
	if err := o.ask(ctx, call, &page); err != nil {
		return err
	}
	if o.asJSON {
		records := append([]crmRecord{}, page.Results...)
		return o.env.JSON(recordsDocument{1, page.Total, records, page.Paging.Next.After})
	}
	var rows [][]string
	for _, record := range page.Results {
		rows = append(rows, []string{record.ID, record.title()})
	}
	if len(rows) == 0 {
		o.env.Notef("no records")
		return nil
	}
	o.env.Notef("%d of %s", len(rows), cli.Count(page.Total, "record"))
	if next := page.Paging.Next.After; next != "" {
		o.env.Notef("more records: add --after %s", next)
	}
	return o.env.Table([]string{"ID", "RECORD"}, rows)
}

// titleProperties are the properties by which people know a record.
var titleProperties = []string{"name", "dealname", "subject", "firstname", "lastname", "email"}

func (r crmRecord) title() string {
	var words []string
	for _, name := range titleProperties {
		if text := r.Properties[name]; text != nil && *text != "" {
			words = append(words, *text)
		}
	}
	if len(words) > 0 {
		return strings.Join(words, " ")
	}
	// The search returns the property of an app object that is its title, with the prefix of the app.
	for _, name := range slices.Sorted(maps.Keys(r.Properties)) {
		if text := r.Properties[name]; text != nil && appProperty().MatchString(name) {
			words = append(words, *text)
		}
	}
	return strings.Join(words, " ")
}

// appProperty matches a property of an app object, such as a5001_number.
var appProperty = lazyregexp.New(`^a[0-9]+_`)

func (o *recordOptions) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show <type> <id>",
		Short: "Print the properties of a record",
		Example: `  svc dev records show contacts 101
  svc dev records show deals 301 --json | jq .properties.amount`,
		Args: cmdutil.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			record, err := o.whole(cmd.Context(), args[0], args[1])
			if err != nil {
				return err
			}
			return o.print(record)
		},
	}
}

// whole reads a record with all its properties.
func (o *recordOptions) whole(ctx context.Context, objectType, id string) (record crmRecord, err error) {
	var schema struct{ Results []struct{ Name string } }
	path := "/crm/v3/properties/" + url.PathEscape(objectType)
	if err := o.ask(ctx, crmCall{http.MethodGet, objectType, path, nil}, &schema); err != nil {
		return record, err
	}
	var names []string
	for _, property := range schema.Results {
		names = append(names, property.Name)
	}
	query := "?properties=" + url.QueryEscape(strings.Join(names, ","))
	return record, o.ask(ctx, crmCall{http.MethodGet, objectType, recordPath(objectType, id) + query, nil}, &record)
}

func (o *recordOptions) print(record crmRecord) error {
	if o.asJSON {
		return o.env.JSON(recordDocument{SchemaVersion: 1, crmRecord: record})
	}
	rows := [][]string{{"id", record.ID}}
	for _, name := range slices.Sorted(maps.Keys(record.Properties)) {
		if value := record.Properties[name]; value != nil {
			rows = append(rows, []string{name, *value})
		}
	}
	return o.env.Table([]string{"PROPERTY", "VALUE"}, rows)
}

func (o *recordOptions) updateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "update <type> <id> <property=value>...",
		Short: "Change properties of a record",
		Long: `Change properties of a record of the emulated CRM. An empty value removes the value. Triggers that are
subscribed to the change get it within a second.`,
		Example: `  svc dev records update deals 301 dealstage=closedwon amount=1200
  svc dev records update contacts 101 email=`,
		Args: cmdutil.MinimumArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			properties := map[string]string{}
			for _, arg := range args[2:] {
				name, value, found := strings.Cut(arg, "=")
				if _, twice := properties[name]; !found || name == "" || twice {
					return cli.Usage(fmt.Sprintf("invalid property %q: expected name=value, each name once", arg), "")
				}
				properties[name] = value
			}
			var record crmRecord
			body := map[string]any{"properties": properties}
			err := o.ask(cmd.Context(), crmCall{http.MethodPatch, args[0], recordPath(args[0], args[1]), body}, &record)
			if err != nil {
				return err
			}
			return o.print(record)
		},
	}
}

func (o *recordOptions) archiveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "archive <type> <id>",
		Short: "Archive a record",
		Example: `  svc dev records archive contacts 101
  svc dev records archive deals 301 --portal 1000002`,
		Args: cmdutil.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := o.ask(cmd.Context(), crmCall{http.MethodDelete, args[0], recordPath(args[0], args[1]), nil}, nil)
			if err != nil {
				return err
			}
			if o.asJSON {
				archived := crmRecord{ID: args[1], Properties: map[string]*string{}}
				return o.env.JSON(recordDocument{SchemaVersion: 1, crmRecord: archived, Archived: true})
			}
			o.env.Notef("archived %s %s", cli.OneLine(args[0]), cli.OneLine(args[1]))
			return nil
		},
	}
}

func recordPath(objectType, rest string) string {
	return "/crm/v3/objects/" + url.PathEscape(objectType) + "/" + url.PathEscape(rest)
}

// crmCall is a request to the emulated CRM. Its body is nil for none.
type crmCall struct {
	method, objectType, path string
	body                     any
}

// ask sends a request to the emulated CRM. What the CRM refuses is a mistake of the caller.
func (o *recordOptions) ask(ctx context.Context, call crmCall, into any) error {
	request := live.CRMRequest{Method: call.method, Path: call.path, Portal: o.portal, ObjectType: call.objectType}
	if call.body != nil {
		text, err := json.Marshal(call.body)
		if err != nil {
			return err
		}
		request.Body = text
	}
	var answer live.CRMAnswer
	err := caller{env: o.env, dir: o.dir, command: "svc dev records"}.ask(ctx, live.CRMPath, request, &answer)
	switch {
	case err != nil:
		return err
	case answer.Status >= http.StatusBadRequest:
		return call.refused(answer)
	case into == nil:
		return nil
	}
	return json.Unmarshal(answer.Body, into)
}

// refused returns the error of a call that the emulated CRM refuses.
func (c crmCall) refused(answer live.CRMAnswer) error {
	var refused struct{ Message string }
	_ = json.Unmarshal(answer.Body, &refused) // the message is optional
	fix := "'svc dev records list <type>' lists the records"
	switch {
	case answer.ObjectTypes != nil:
		fix = cli.Suggest(c.objectType, answer.ObjectTypes, cli.ListNames("use one of", answer.ObjectTypes))
	case c.method == http.MethodPatch && answer.Status != http.StatusNotFound:
		fix = "'svc dev records show <type> <id>' prints the properties of the record"
	}
	return cli.Usage(fmt.Sprintf(
		"the emulated CRM answers %d: %s", answer.Status, cli.OneLine(propertyErrors(refused.Message)),
	), fix)
}

// propertyErrors returns a message of the CRM with the list of refused properties, which is JSON in it, as text.
func propertyErrors(message string) string {
	before, list, found := strings.Cut(message, ": [")
	var refused []struct{ Message string }
	if !found || json.Unmarshal([]byte("["+list), &refused) != nil {
		return message
	}
	var texts []string
	for _, one := range refused {
		texts = append(texts, one.Message)
	}
	return before + ": " + strings.Join(texts, ", ")
}
