package remote

// Environment variables that take precedence over stored credentials.
const (
	ControlKeyVariable  = "SVC_CONTROL_KEY"  // the control key of a deployed app worker: <key id>:<key>
	EdgeTokenVariable   = "SVC_EDGE_TOKEN"   // an API token of the edge platform
	EdgeAccountVariable = "SVC_EDGE_ACCOUNT" // the id of the token's account
	crmKeyVariable      = "SVC_CRM_KEY"      // a personal access key of the CRM
	edgeAPIVariable     = "SVC_EDGE_API_URL" // base URLs of the APIs
	crmAPIVariable      = "SVC_CRM_API_URL"
	registryVariable    = "SVC_REGISTRY_URL"    // the npm registry with the releases of svc
	npmRegistryVariable = "npm_config_registry" // npm's own, for scripts that npm runs
	keyringVariable     = "SVC_KEYRING"         // "off" stores secrets in the file only
)
