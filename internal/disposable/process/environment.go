package process

// DebugVariable is the environment variable that makes svc print the stack of a crash.
const DebugVariable = "SVC_DEBUG"

// variables are the environment variables that a disposable process gets: those that decide how findings are printed
// and where temporary files are. None of them is a secret.
var variables = []string{
	"NO_COLOR", "TERM", "CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "TMPDIR", "GOMAXPROCS",
	DebugVariable,
}

// networkVariables are those that decide how connections are made. A proxy's address may have a password.
var networkVariables = []string{
	"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// ActingEnvironment is Environment for a process that may connect: see Options.Acts.
func ActingEnvironment(getenv func(string) string) (env []string) {
	return addVariables(Environment(getenv), networkVariables, getenv)
}

// Environment returns the environment variables for a disposable process.
func Environment(getenv func(string) string) (env []string) {
	env = addVariables(nil, variables, getenv)
	if home := getenv("HOME"); home != "" {
		env = append(env, HomeVariable+"="+home)
	}
	return env
}

func addVariables(env, names []string, getenv func(string) string) []string {
	for _, name := range names {
		if value := getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// HomeVariable gives a disposable process the home folder, where the search for the app ends. Programs that look for
// credentials in HOME do not know it.
const HomeVariable = "SVC_SEARCH_END"
