package crmapi

import (
	"fmt"
	"slices"
	"strings"
)

// BuildError reports that the CRM could not build the project.
type BuildError struct {
	Project string
	Build   int64
	Parts   []Part
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("build %d of the CRM project %q failed%s", e.Build, e.Project, reasons(e.Parts))
}

// DeployError reports that the CRM could not deploy a build to portals.
type DeployError struct {
	Project string
	Deploy  int64
	Parts   []Part
}

func (e *DeployError) Error() string {
	return fmt.Sprintf("deploy %d of the CRM project %q failed%s", e.Deploy, e.Project, reasons(e.Parts))
}

func reasons(parts []Part) string {
	var texts []string
	for _, part := range parts {
		texts = append(texts, part.Name+": "+part.Reason())
	}
	if texts == nil {
		return ""
	}
	return ": " + strings.Join(texts, "; ")
}

// Reason returns the platform's reason why a component failed.
func (part Part) Reason() string {
	texts := []string{}
	if part.Message != "" {
		texts = append(texts, part.Message)
	}
	if part.Cause != nil {
		for _, single := range part.Cause.Errors {
			if !slices.Contains(texts, single.Message) {
				texts = append(texts, single.Message)
			}
		}
	}
	if len(texts) == 0 {
		return "no reason given by the CRM"
	}
	return strings.Join(texts, "; ")
}
