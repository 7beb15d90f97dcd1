package cmdutil

import "github.com/spf13/cobra"

// answers is the annotation of a command that answers in JSON without a flag.
const answers = "answers"

// AnswerInJSON marks a command that always answers in JSON, also with an error.
func AnswerInJSON(cmd *cobra.Command) { cmd.Annotations = map[string]string{answers: "json"} }

// AnswersInJSON reports whether a command line is of a command that AnswerInJSON marks. The command line may be
// invalid.
func AnswersInJSON(root *cobra.Command, args []string) bool {
	cmd, _, err := root.Find(args)
	return err == nil && cmd.Annotations[answers] == "json"
}
