/** A criterion: evaluated once for each application, or once for the whole repository. */
type Criterion = { readonly id: string; readonly per: 'app' | 'repository'; readonly subject: string };

/** The criteria that the emulated evaluation knows; the document names none. */
export const criteria: readonly Criterion[] = [
  { id: 'lint_config', per: 'app', subject: 'A linter is configured' },
  { id: 'type_check', per: 'app', subject: 'Types are checked strictly' },
  { id: 'formatter', per: 'app', subject: 'A formatter is configured' },
  { id: 'unit_tests_exist', per: 'app', subject: 'Unit tests exist' },
  { id: 'unit_tests_runnable', per: 'app', subject: 'Unit tests run with one command' },
  { id: 'integration_tests_exist', per: 'app', subject: 'Integration tests exist' },
  { id: 'test_coverage_thresholds', per: 'app', subject: 'Coverage has a threshold' },
  { id: 'build_cmd_doc', per: 'app', subject: 'The build command is documented' },
  { id: 'structured_logging', per: 'app', subject: 'Logs are structured' },
  { id: 'error_tracking', per: 'app', subject: 'Errors are tracked' },
  { id: 'dead_code_detection', per: 'app', subject: 'Dead code is found by a tool' },
  { id: 'agents_md', per: 'repository', subject: 'A guide for agents is present' },
  { id: 'readme', per: 'repository', subject: 'The readme explains the set-up' },
  { id: 'devcontainer', per: 'repository', subject: 'A development container is defined' },
  { id: 'env_template', per: 'repository', subject: 'Environment variables have a template' },
  { id: 'pre_commit_hooks', per: 'repository', subject: 'Hooks check before a commit' },
  { id: 'branch_protection', per: 'repository', subject: 'The main branch is protected' },
  { id: 'codeowners', per: 'repository', subject: 'Code has owners' },
  { id: 'dependency_update_automation', per: 'repository', subject: 'Dependencies are updated automatically' },
  { id: 'secret_scanning', per: 'repository', subject: 'Secrets are scanned for' },
];
