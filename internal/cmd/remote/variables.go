package remote

// ControlKeyVariable holds the control key of a deployed app worker: <key id>:<key>.
const ControlKeyVariable = "SVC_CONTROL_KEY"

// Variables that win over what is kept on this machine.
const (
	EdgeTokenVariable   = "SVC_EDGE_TOKEN"   // an API token of the edge platform
	EdgeAccountVariable = "SVC_EDGE_ACCOUNT" // the id of the account that it is for
	crmKeyVariable      = "SVC_CRM_KEY"      // a personal access key of the CRM
	edgeAPIVariable     = "SVC_EDGE_API_URL" // where the APIs are
	crmAPIVariable      = "SVC_CRM_API_URL"
	keyringVariable     = "SVC_KEYRING" // "off" keeps secrets in the file alone
)
