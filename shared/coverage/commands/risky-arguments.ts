import type { CommandRisk } from './risky-programs.ts';

/** A risk, the programs that have it (empty: any command), and the required arguments, without the program's name. */
type Rule = readonly [risk: CommandRisk, programs: string, args: RegExp];

const filesAndSystem: readonly Rule[] = [
  ['exfiltrating', '', /^(?:env|set|export -p|declare -[xp]|get-childitem env:|gci env:|dir env:|ls env:|gc env:)$/u],
  ['destructive', 'find', / -(?:delete|exec|execdir|ok)\b/u],
  ['destructive', 'fd', / (?:-x|-X|--exec\S*)\b/u],
  ['destructive', 'chmod chown chgrp', / (?:-\w*r\w*|--recursive)\b/u],
  ['escalating', 'chmod', / (?:\S*[+=]\w*s\w*|[246]7\d\d|0?777|a\+\w*w)\b/u],
  ['escalating', 'chown', / root\b/u],
  ['destructive', 'mke2fs', /^/u],
  ['destructive', 'mv cp cat', / \/dev\/(?:null|sd|nvme|disk)/u],
  ['destructive', '', /^mkfs\.|>\s*\/dev\/(?:sd|hd|vd|nvme|disk|mem)/u],
  ['destructive', '', /:\s*\(\)\s*\{|%0\s*\|\s*%0|\bfork ?bomb\b/u],
  ['destructive', 'kill', / (?:-1|-9|-kill|-sigkill)\b/u],
  ['destructive', 'init', /^ [06]\b/u],
  ['destructive', 'telinit', /^ [06]\b/u],
  ['destructive', 'systemctl', / (?:poweroff|reboot|halt|stop|disable|mask)\b/u],
  ['destructive', 'diskutil hdiutil', / (?:erase\w*|partition\w*|reformat|secureerase|zerodisk|randomdisk|burn)\b/u],
  ['destructive', 'crontab', /^ -r\b/u],
  ['destructive', 'history', /^ -c\b/u],
  ['destructive', 'journalctl', / --vacuum/u],
  ['destructive', 'logrotate', / -f\b/u],
  ['destructive', 'tmutil', /^ delete/u],
  ['destructive', 'iptables ip6tables nft', / (?:-f|--flush|-x|flush)\b/u],
  ['destructive', 'ufw', /^ (?:disable|reset)\b/u],
  ['destructive', 'tar', / --remove-files\b/u],
  ['destructive', 'rsync', / --delete/u],
  ['destructive', 'sed', / -i\b.* \/(?:etc|usr)\b/u],
  ['destructive', 'zfs btrfs zpool', / (?:destroy|delete|labelclear)\b/u],
  ['destructive', 'luksformat', /^/u],
  ['destructive', 'cryptsetup', / (?:luksformat|erase)\b/u],
  ['shell', 'tar', / (?:--checkpoint-action|--to-command|-I|--use-compress-program)\b/iu],
  ['shell', 'vi vim nvim emacs nano less more man view ed', / (?:-c|\+!|\+:|-e)/iu],
  ['interpreter', 'vi vim nvim emacs', /^/u],
  ['exfiltrating', 'security', / (?:find-\w+-password|dump-keychain|export|find-identity|find-certificate)\b/u],
  ['exfiltrating', 'gpg gpg2 gpgsm', / --(?:export-secret\S*|export-ssh-key|armor --export-secret\S*)/u],
  ['exfiltrating', 'gpg gpg2', / --(?:decrypt|edit-key)\b/u],
  ['exfiltrating', 'gpg gpg2', /^ -d\b/u],
  ['exfiltrating', 'openssl', / (?:pkcs12|s_client|s_server|enc|rsa|pkey|ec)\b/u],
  ['exfiltrating', 'keytool', / -(?:importkeystore|exportcert|genkeypair)\b/u],
  ['exfiltrating', 'ssh-keygen', / -(?:y|p|e)\b/u],
  ['exfiltrating', 'ssh-add', /^/u],
  ['exfiltrating', 'secret-tool', /^ (?:lookup|search)\b/u],
  ['exfiltrating', 'kwallet-query', /^/u],
  ['exfiltrating', 'pass', /^ (?:show|ls|grep)\b/u],
  ['exfiltrating', 'git', /^ credential(?:-\S+)?\b/u],
  ['exfiltrating', '', /^docker-credential-\S+|^git-credential-\S+/u],
  ['exfiltrating', '', /\/dev\/(?:tcp|udp)\//u],
  [
    'exfiltrating',
    'cat less more head tail type get-content gc strings xxd base64 od',
    / \/proc\/(?:self|\d+|\*)\/environ/u,
  ],
  ['network', 'ssh', / -(?:R|L|D|w)\b/iu],
  ['network', 'python php ruby', / (?:http\.server|SimpleHTTPServer|-S |-run )/iu],
];

const windows: readonly Rule[] = [
  ['destructive', '', /^(?:cmd\b.*|)(?:del|rd|rmdir|erase)\b.* \/[sqf]\b/u],
  ['destructive', 'reg', / (?:delete|unload)\b/u],
  ['destructive', 'schtasks', / \/delete\b/u],
  ['destructive', 'sc', / (?:delete|stop|config)\b/u],
  ['destructive', 'net', / (?:stop|user \S+ \/delete)\b/u],
  ['destructive', 'wmic', / (?:delete|terminate|shadowcopy)\b/u],
  ['destructive', 'cipher', / \/w/u],
  ['destructive', 'fsutil', / (?:setzerodata|deletejournal|file setvaliddata)/u],
  ['destructive', 'robocopy', / \/(?:mir|purge|move)\b/u],
  ['destructive', 'wevtutil', / (?:cl|clear-log)\b/u],
  ['destructive', 'get-childitem gci dir ls get-process gps', /\|\s*(?:remove-item|ri|rm|del|stop-process|kill)\b/u],
  ['destructive', '', /^(?:remove|clear|reset|format|uninstall|dismount|stop)-\w+/u],
  ['escalating', 'net', / (?:user|localgroup|group|share|accounts)\b/u],
  ['escalating', 'reg', / (?:add|import|save|export|load|restore)\b/u],
  ['escalating', 'netsh', / (?:advfirewall|firewall|portproxy)\b/u],
  ['escalating', 'bcdedit', /^/u],
  ['escalating', 'start-process', / -verb runas\b/u],
  ['escalating', 'dism', / \/(?:enable|disable)-feature\b/u],
  ['escalating', 'fltmc', / unload\b/u],
  ['escalating', 'powershell pwsh', / -(?:ep|ex|exec|executionpolicy) (?:bypass|unrestricted)\b/u],
  ['remote-code', 'powershell pwsh', / -(?:e|ec|enc|encodedcommand)\b/u],
  ['remote-code', 'certutil', / -(?:urlcache|decode|decodehex)\b/u],
  ['remote-code', 'bitsadmin', / \/transfer\b/u],
  ['remote-code', 'mshta regsvr32 rundll32', / (?:https?:|javascript:|vbscript:|\/i:)/u],
  ['remote-code', '', /\b(?:iex|invoke-expression)\b|\.downloadstring\(|\.downloadfile\(/u],
  ['exfiltrating', 'reg', / save\b/u],
  ['exfiltrating', 'netsh', /^ wlan show\b.* key=clear\b/u],
  ['exfiltrating', 'certutil', / -(?:encode|exportpfx)\b/u],
  ['exfiltrating', 'cmdkey', /^ \/list\b/u],
  ['exfiltrating', 'ntdsutil', /^/u],
  ['exfiltrating', 'esentutl', /^/u],
  ['exfiltrating', 'rundll32', / comsvcs/u],
  ['exfiltrating', 'iwr irm invoke-webrequest invoke-restmethod', / -(?:infile|body|form|method (?:post|put))\b/u],
  ['rewiring', 'copy xcopy move copy-item', / startup\b/u],
  ['rewiring', '', /^(?:set|new|add)-content\b.* \$profile\b/u],
];

const gitAndCode: readonly Rule[] = [
  [
    'destructive',
    'git',
    /(?:push\b.*(?:--force\S*|-f\b|--mirror|--delete|--prune| -d\b| \+\S| :\S)|reset\b.*--hard|clean\b|filter-branch\b|filter-repo\b|branch\b.* -d\b|branch\b.*--delete|checkout (?:\S+ )?(?:-f|--force|--|\.)(?: |$)|restore \.|stash (?:drop|clear)|reflog (?:expire|delete)|gc\b.*--prune|update-ref\b.* -d\b|tag\b.* -d\b|worktree remove|rm\b|lfs prune|rebase\b.*--root)/u,
  ],
  ['destructive', 'svn hg jj bzr p4', / (?:delete|rm|remove|revert|strip|abandon|obliterate)\b/u],
  ['destructive', 'bfg', /^/u],
  [
    'rewiring',
    'git',
    /(?:config\b|-c \S|--config-env\b|--exec-path\b|--upload-pack\b|--receive-pack\b|submodule\b|update-index\b|hook\b|init\b.*--template|clone\b.*(?:--template|-c |--config)|remote (?:add|set-url|rename)\b|bisect run\b|rebase\b.*(?:-x|--exec)\b|commit\b.*(?:--no-verify|-n\b|--author|--amend)|push\b.*--no-verify|merge\b.*--no-verify|replace\b|notes\b|worktree add\b|sparse-checkout\b|maintenance\b|difftool\b|mergetool\b)/u,
  ],
  [
    'rewiring',
    '',
    /core\.(?:hookspath|sshcommand|fsmonitor|pager|editor|askpass|gitproxy|attributesfile)|credential\.helper|url\.\S*insteadof|protocol\.\S*allow|safe\.directory|^(?:ld_preload|ld_library_path|dyld_insert_libraries|node_options|pythonpath|bash_env|prompt_command|path)=|git_(?:ssh|ssh_command|askpass|config\S*|dir|exec_path|editor|pager|external_diff|proxy_command|template_dir)=/u,
  ],
  ['rewiring', '', /\.git\/(?:hooks|config)|\.githooks|\.husky|\.gitconfig|\/hooks\//u],
  [
    'rewiring',
    '',
    /(?:>|\btee\b|\bcp\b|\bmv\b|\binstall\b).*(?:\.(?:bash|zsh|profile|bashrc|zshrc|bash_profile)|authorized_keys|\/etc\/(?:cron|profile|rc)|launchagents|launchdaemons|\.ssh\/)/u,
  ],
  ['rewiring', 'npm pnpm yarn pip pip3 bundle poetry cargo go gem composer conda', /^ (?:config|set-script|env -w)\b/u],
  ['network', 'git', /(?:push|clone|fetch|pull|remote|ls-remote|archive --remote|send-email|svn|lfs)\b/u],
  [
    'network',
    'npm pnpm yarn cargo gem twine docker podman poetry hatch flit mvn gradle nuget helm oras vsce pub composer',
    /^ (?:publish|push|login|upload|deploy|release|adduser|token|owner|unpublish|yank|dist-tag)\b/u,
  ],
  ['destructive', 'npm pnpm yarn', /^ (?:unpublish|deprecate)\b/u],
  ['destructive', 'cargo', /^ yank\b/u],
  ['destructive', 'gem', /^ yank\b/u],
  [
    'network',
    'npm pnpm yarn bun pip pip3 gem cargo go brew apt apt-get apk dnf yum pacman zypper snap port conda mamba poetry pdm uv composer bundle mix nuget vcpkg',
    /^ (?:pip |tool |global )?(?:install|i|ci|add|get|update|upgrade|-s\w*|sync|require)\b/u,
  ],
  ['interpreter', 'npm pnpm yarn bun', /^ (?:exec|dlx|x|create|init)\b/u],
  ['interpreter', 'make', / shell=/u],
  ['interpreter', 'rake just task', / shell/u],
  [
    'interpreter',
    'go cargo dotnet swift deno stack cabal mix sbt gradle mvn',
    /^ (?:run|exec:\w+|generate|test -exec|eval)\b/u,
  ],
];

const databases: readonly Rule[] = [
  [
    'destructive',
    '',
    /\b(?:drop|truncate) (?:table|database|schema|user|role|index|view|collection|keyspace)\b|\btruncate\s+\w+\s*;|\bdelete\s+from\b|\.drop(?:database|indexes)?\(|\.deletemany\(|\.remove\(/u,
  ],
  [
    'destructive',
    'redis-cli valkey-cli keydb-cli',
    / (?:flushall|flushdb|shutdown|debug|script flush|config set|del|unlink|\*)(?: |$)/u,
  ],
  ['destructive', '', /\bflush(?:all|db)\b/u],
  [
    'destructive',
    '',
    /^(?:dropdb|dropuser|mysqladmin\b.* drop|rabbitmqctl\b.* (?:reset|delete_\w+|purge_queue)|kafka-topics\S*\b.* --delete|etcdctl\b.* del|influx\b.* delete|cqlsh\b.* drop|mongo\w*\b.* --eval\b.*(?:drop|delete))\b/u,
  ],
  [
    'destructive',
    '',
    /^(?:rails|rake|bin\/rails|php artisan|artisan|manage\.py|python manage\.py|django-admin|prisma|npx prisma|alembic|knex|sequelize|flyway|liquibase|typeorm|mix ecto)\b.*(?:db:drop|db:reset|db:schema:load|migrate:fresh|migrate:reset|db:wipe|flush|sqlflush|reset|downgrade|rollback|clean|drop-all|schema:drop|\.drop)\b/u,
  ],
  [
    'exfiltrating',
    '',
    /^(?:pg_dump\w*|mysqldump|mariadb-dump|mongodump|mongoexport|redis-cli\b.* --rdb|sqlite3\b.* \.dump|bcp|expdp|cqlsh\b.* copy|influx\w*\b.* (?:backup|export))\b/u,
  ],
];

const clouds: readonly Rule[] = [
  [
    'destructive',
    'kubectl oc helm gh glab aws gcloud gsutil bq az heroku fly flyctl doctl vercel netlify wrangler firebase eksctl kops kubeadm nomad consul vault oci ibmcloud aliyun hcloud linode-cli argocd flux rancher railway render supabase neonctl pscale databricks snow dbt serverless sls sam copilot amplify eb openstack pvesh virsh vagrant multipass lxc minikube kind k3d docker docker-compose podman nerdctl buildah skopeo crictl ctr',
    /[ :](?:delete|terminate|uninstall|destroy|rm|rb|rmi|remove|purge|drain|cordon|evict|prune|down|wipe|reset|deregister|erase|undeploy)(?:\b|-)/u,
  ],
  [
    'destructive',
    'aws oci aliyun ibmcloud',
    / (?:delete|terminate|remove|purge|destroy|deregister|disable|stop|reboot|schedule-key-deletion|batch-delete|put-bucket-lifecycle)-?/u,
  ],
  ['destructive', 'aws', / (?:s3 (?:rm|rb)|s3 sync\b.* --delete|s3 mv)\b/u],
  ['destructive', 'gsutil', / (?:rm|rb|rsync\b.* -d)\b/u],
  ['destructive', 'docker podman nerdctl', / (?:kill|stop)\b/u],
  ['destructive', 'docker', /^ compose\b.* down\b/u],
  [
    'destructive',
    'gh glab hub',
    / (?:api\b.* (?:-x|--method) ?(?:delete|put|patch|post)|repo (?:delete|archive|rename|edit)|release delete|workflow disable|variable delete|secret delete)\b/u,
  ],
  [
    'destructive',
    'terraform tofu terragrunt pulumi cdk cdktf serverless sls sam copilot amplify eb packer vagrant crossplane',
    / (?:destroy|delete|taint|state (?:rm|push|mv|replace-provider)|force-unlock|remove|down|terminate|run-all destroy)\b/u,
  ],
  ['destructive', 'terraform tofu', / apply\b.* -destroy/u],
  ['destructive', 'pulumi', /^ (?:state delete|cancel)/u],
  [
    'deploying',
    'terraform tofu terragrunt pulumi cdk cdktf serverless sls sam copilot amplify eb packer ansible ansible-playbook nixos-rebuild chef-client puppet salt salt-call waypoint nomad helmfile kustomize skaffold argocd flux capistrano cap kamal dokku fly flyctl vercel netlify wrangler firebase railway gcloud az aws heroku now surge expo eas fastlane dbt supabase clasp',
    / (?:apply|deploy|up|import|run|build|sync|promote|rollout|push|publish|submit|release|create\S*|update\S*|put-\S+|set\S*|start|run-instances|migrate|db push|functions deploy|config:set|scale|restart|domains:\S+|addons:\S+)\b/u,
  ],
  [
    'deploying',
    'kubectl oc helm k9s kustomize',
    / (?:apply|create|replace|patch|edit|set|label|annotate|rollout|scale|autoscale|expose|taint|install|upgrade|run|rollback|adm|certificate|auth reconcile)\b/u,
  ],
  [
    'deploying',
    'gh glab',
    / (?:pr (?:merge|create|close|review|edit)|mr merge|workflow run|run (?:rerun|cancel)|release (?:create|upload|edit)|repo (?:create|fork|sync|deploy-key)|issue (?:create|close|edit)|variable set|ruleset|label|extension install|alias set|ssh-key add|gpg-key add)\b/u,
  ],
  [
    'exfiltrating',
    'gh glab',
    / (?:gist (?:create|edit)|auth (?:token|status\b.*(?:-t|--show-token))|secret (?:set|list)|api\b.*(?:-f|-F|--field|--input)|ssh-key|codespace (?:cp|ssh)|repo create\b.*--push|release (?:create|upload)|snippet create)\b/iu,
  ],
  [
    'exfiltrating',
    'kubectl',
    / (?:cp|port-forward|proxy|config view|(?:get|describe|edit) (?:secrets?|sa|serviceaccounts?|configmaps?|cm)\b|create token)\b/u,
  ],
  ['exfiltrating', 'oc', / (?:rsync|extract|whoami -t|get secrets?)\b/u],
  [
    'exfiltrating',
    'aws',
    / (?:s3 (?:cp|sync|mv|presign)|s3api (?:put-object|put-bucket-(?:policy|acl)|get-object)|secretsmanager (?:get-secret-value|batch-get-secret-value|list-secrets)|ssm (?:get-parameters?\S*|start-session|send-command)|sts (?:get-session-token|assume-role\S*|get-federation-token)|configure (?:export-credentials|get|list)|iam create-access-key|ec2 (?:get-password-data|create-key-pair|modify-snapshot-attribute|modify-image-attribute|share\S*)|rds (?:modify-db-snapshot-attribute|start-export-task)|ecr get-login\S*|kms (?:decrypt|generate-data-key|create-grant)|lambda get-function|codeartifact get-authorization-token|sso get-role-credentials|ses send-\S+|sns publish|sqs send-message)\b/u,
  ],
  [
    'escalating',
    'aws',
    / (?:iam (?:create|attach|put|add|update|pass|set)-\S+|sts assume-role\S*|organizations \S+|ec2 (?:authorize|modify|create)-\S+|kms (?:create-grant|put-key-policy)|s3api put-(?:bucket-(?:policy|acl)|public-access-block)|lambda (?:add-permission|create-function|update-function\S*)|cloudtrail (?:stop-logging|update-trail|put-event-selectors)|guardduty update-\S+|configservice stop-\S+|logs put-retention-policy)\b/u,
  ],
  [
    'exfiltrating',
    'gcloud',
    / (?:storage \S*(?:cp|mv|rsync)|secrets versions access|auth (?:print-(?:access|identity|refresh)-token|application-default (?:print-access-token|login)|login|activate-service-account)|iam service-accounts keys create|kms decrypt|compute (?:scp|ssh|copy-files|start-iap-tunnel)|sql export|container clusters get-credentials)\b/u,
  ],
  ['exfiltrating', 'gsutil', /^/u],
  ['exfiltrating', 'bq', / (?:extract|cp|query|head)\b/u],
  [
    'escalating',
    'gcloud',
    / (?:add-iam-policy-binding|set-iam-policy|remove-iam-policy-binding|iam (?:roles|service-accounts) (?:create|update|keys)|compute firewall-rules (?:create|update)|services (?:enable|disable)|organizations|logging sinks (?:delete|update))\b/u,
  ],
  [
    'exfiltrating',
    'az',
    / (?:storage \S*(?:blob|file|copy|azcopy)\b.*(?:upload\S*|copy|download\S*|sync|generate-sas|start)|storage \S*cp|keyvault secret (?:show|list|download|backup)|keyvault key (?:download|decrypt)|account get-access-token|ad sp create-for-rbac|ad (?:app|sp) credential reset|storage account keys list|acr (?:credential show|login)|aks get-credentials|vm run-command|ssh|cosmosdb keys list|webapp (?:config appsettings list|ssh)|functionapp keys list|sql db export|rest)\b/u,
  ],
  [
    'escalating',
    'az',
    / (?:role assignment (?:create|update)|role definition|ad (?:group member add|user create|app permission \S+)|vm user|keyvault set-policy|network nsg rule (?:create|update)|policy assignment delete|monitor diagnostic-settings delete|lock delete)\b/u,
  ],
  [
    'exfiltrating',
    'vault bao',
    / (?:read|kv get|kv export|token (?:create|lookup)|write|unwrap|operator (?:init|unseal|raft snapshot)|print token|login|list|kv list|ssh)\b/u,
  ],
  [
    'exfiltrating',
    'op bw doppler infisical chamber akeyless teller envchain credstash berglas sops ansible-vault keepassxc-cli lpass dcli conjur',
    / (?:read|get|item get|document get|inject|run|secrets?|export|show|list|decrypt|-d|view|download|exec|edit|--decrypt|clip)\b/u,
  ],
  [
    'exfiltrating',
    'heroku fly flyctl vercel netlify railway render supabase wrangler firebase doppler',
    / (?:config(?::get)?|env(?::| )(?:pull|list|get)|env:list|secrets? (?:list|put|set|get)|variables|auth:token|auth token|pg:(?:backups|credentials|pull)|ssh|logs|functions:config:get|db dump|kv:key get)\b/u,
  ],
  [
    'shell',
    'heroku fly flyctl railway render dokku cf eb gcloud az aws nomad lxc multipass vagrant minikube crictl ctr machinectl limactl virsh',
    / (?:run(?::\w+)?|exec|ssh|shell|console|enter|attach|ecs execute-command|ssm start-session|debug|rsh|session|ps:exec)\b.* ?(?:-- )?(?:bash|sh|zsh|ash|\/bin\/\w*sh|cmd|powershell|pwsh|console)?/u,
  ],
  ['interpreter', 'kubectl oc', / (?:exec|run|debug|cp|attach|rsh)\b/u],
  ['escalating', 'kubectl oc', / (?:create (?:cluster)?rolebinding|create clusterrole|auth|adm policy|--as\b)/u],
  [
    'escalating',
    'docker',
    / (?:--privileged|-v \/:|--volume \/:|--pid[= ]host|--net(?:work)?[= ]host|--cap-add|docker\.sock)/u,
  ],
  ['network', 'kubectl oc helm istioctl linkerd', /^/u],
];

const sending: readonly Rule[] = [
  [
    'exfiltrating',
    'curl http https xh curlie',
    / (?:-d|-F|-T|--data\S*|--form\S*|--upload-file|--json|-X ?(?:POST|PUT|PATCH|DELETE)|--request (?:POST|PUT|PATCH|DELETE)|POST|PUT|PATCH)(?:\b|@)/u,
  ],
  ['exfiltrating', 'wget wget2', / --(?:post|body|method)\S*/u],
  [
    'exfiltrating',
    'slack discord telegram-send twilio sendgrid mailgun imgur pastebinit gist termbin transfer 0x0 bashupload webhook',
    /^/u,
  ],
];

const everyRule = [...filesAndSystem, ...windows, ...gitAndCode, ...databases, ...clouds, ...sending];

const byProgram: ReadonlyMap<string, readonly Rule[]> = Map.groupBy(
  everyRule.flatMap(([risk, names, args]) => names.split(' ').map((name): Rule => [risk, name, args])),
  ([, name]) => name,
);
const ofAny = byProgram.get('') ?? [];

/** Returns a command's risks by its arguments. Takes the program's name in lower case, and the rest. */
export function risksOfArguments(name: string, args: string): readonly CommandRisk[] {
  const line = `${name}${args}`;
  const own = (byProgram.get(name) ?? []).filter(([, , words]) => words.test(args));
  return [...own, ...ofAny.filter(([, , words]) => words.test(line))].map(([risk]) => risk);
}
