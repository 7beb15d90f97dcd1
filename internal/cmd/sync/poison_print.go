package sync

import (
	"strconv"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// The output of --json.
type (
	poisonDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		control.PoisonPage
	}
	rowDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Row           control.PoisonRow `json:"row"`
	}
	retriedDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		Retried       int `json:"retried"`
	}
	discardedDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		Discarded     int `json:"discarded"`
	}
)

func printPoison(env *cli.Env, all []control.PoisonRow) error {
	rows := make([][]string, len(all))
	for i, row := range all {
		rows[i] = []string{
			row.ID, row.String(), cmdutil.CompactJSON(row.Key), cmdutil.TimeText(row.At), strconv.Itoa(row.Times), row.Reason,
		}
	}
	return env.Table([]string{"ROW", "SYNC", "KEY", "SINCE", "COUNT", "REASON"}, rows)
}

func printPoisonRow(env *cli.Env, row control.PoisonRow) error {
	rows := [][]string{
		{"row", row.ID}, {"sync", row.String()}, {"key", cmdutil.CompactJSON(row.Key)}, {"reason", row.Reason},
		{"since", cmdutil.TimeText(row.At)}, {"count", strconv.Itoa(row.Times)}, {"run", row.Run},
	}
	if row.Cursor != "" {
		rows = append(rows, []string{"cursor", row.Cursor})
	}
	return env.Table(nil, append(rows, []string{"data", cmdutil.CompactJSON(row.Data)}))
}
