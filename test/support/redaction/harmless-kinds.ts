/** Values that no reader would call secret, by what they are; and whether the platform's document names their field. */
export interface HarmlessKind {
  readonly name: string;
  readonly place: 'documented' | 'not documented';
  readonly values: readonly unknown[];
  readonly plant: (value: unknown) => Readonly<Record<string, unknown>>;
}

const command = (value: unknown) => ({ commandAllowlist: [value] });
const path = (value: unknown) => ({ sandbox: { filesystem: { denyRead: [value] } } });
const domain = (value: unknown) => ({ sandbox: { network: { allowedDomains: [value] } } });
const model = (value: unknown) => ({ modelPolicy: { allowedModelIds: [value] } });
const guidance = (value: unknown) => ({ serviceRouterGuidance: value });
const unlisted = (value: unknown) => ({ brandNew: { option: value } });

function lines(text: string): readonly string[] {
  return text.trim().split('\n');
}

const models = lines(`
claude-sonnet-4-5-20250929
claude-opus-4-1-20250805
claude-3-5-haiku-latest
claude-haiku-4-5
gpt-4o
gpt-4o-mini-2024-07-18
gpt-4.1-nano
gpt-5-codex
gpt-5.1-2025-11-13
o3-mini
o1-preview-2024-09-12
gemini-2.5-pro
gemini-2.5-flash-lite-preview-06-17
gemini-1.5-pro-002
us.anthropic.claude-3-5-sonnet-20241022-v2:0
anthropic.claude-3-haiku-20240307-v1:0
arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0
meta.llama3-1-405b-instruct-v1:0
Meta-Llama-3.1-8B-Instruct-GPTQ-INT4
llama-v3p1-405b-instruct
accounts/fireworks/models/deepseek-v3
mistralai/Mixtral-8x22B-Instruct-v0.1
mistral-large-2411
codestral-2501
Qwen/Qwen2.5-Coder-32B-Instruct
qwen3-235b-a22b
deepseek-ai/DeepSeek-R1-Distill-Llama-70B
deepseek-r1-0528
grok-4-fast-reasoning
grok-code-fast-1
glm-4.6
kimi-k2-0905-preview
moonshotai/Kimi-K2-Instruct
minimax-m2
phi-4-mini-instruct
command-r-plus-08-2024
amazon.nova-pro-v1:0
amazon.titan-embed-text-v2:0
ai21.jamba-1-5-large-v1:0
bigcode/starcoder2-15b
google/gemma-2-27b-it
nvidia/Llama-3.1-Nemotron-70B-Instruct-HF
openai/gpt-oss-120b
stabilityai/stable-code-3b
text-embedding-3-large
custom:acme-llm-prod
acme-azure-gpt4o-eu
wizardcoder:34b-python-q4_K_M
llama3.2:3b-instruct-fp16
nous-hermes-2-mixtral-8x7b-dpo
`);

const commands = lines(`
git status
git push --force-with-lease origin main
git log --oneline -n 20 --since=2026-01-01
git commit -am "Fix the login of the payments page"
git checkout -b feature/JIRA-1234-add-oauth2-login
git rebase --interactive HEAD~3
git diff a94a8fe..4b825dc -- src/app.ts
git show a94a8fe5ccb19ba61c4c0873d391e987982fbbd3
npm ci --ignore-scripts
npm run test:unit -- --watch=false
npx eslint "src/**/*.{ts,tsx}" --max-warnings=0
npx @modelcontextprotocol/server-filesystem@1.2.3 /srv/data
yarn workspace @acme/web build
pnpm --filter ./packages/api... test
Bash(npm run test:*)
Bash(git diff:*)
Read(~/projects/**)
Edit(/docs/**/*.md)
WebFetch(domain:docs.python.org)
python -m pytest -k "not slow" tests/
python3 -m venv .venv && . .venv/bin/activate
pip install -r requirements.txt --no-cache-dir
cargo test -p my-crate --features=serde
cargo build --release --target x86_64-unknown-linux-musl
go test ./... -run TestLogin -count=1
go build -ldflags "-s -w -X main.version=1.2.3"
make -j8 all
docker run --rm -it -p 8080:80 nginx:1.27-alpine
docker build -t registry.example.com/acme/api:2026.03.1 .
docker compose -f compose.prod.yml up -d
docker pull ubuntu@sha256:9cbed754112939e914291337b5e554b07ad7c392491dba6daf25eef1332a22e8
kubectl get pods -n payments -o wide
kubectl apply -f k8s/overlays/prod/
kubectl logs deploy/api --since=1h -c app
helm upgrade --install api ./chart -f values.prod.yaml
terraform plan -out=tfplan
terraform apply -auto-approve -var="region=eu-central-1"
aws s3 ls s3://acme-artifacts/releases/
aws sts get-caller-identity --profile prod
aws ecs describe-services --cluster prod --services api
gcloud container clusters list --project acme-prod-123456
az group list --output table
ssh -p 2222 deploy@bastion.example.com
scp -r ./dist deploy@web-01.example.com:/var/www/app
rsync -avz --delete build/ web-01:/srv/app/
curl -sSL https://get.example.com/install.sh | bash
curl -k https://localhost:8443/health
curl -X POST https://api.example.com/v1/jobs -H "Content-Type: application/json"
curl --retry 3 --max-time 30 -o out.json https://api.example.com/v2/items
wget -qO- https://example.com/releases/v2.14.1/tool-linux-amd64.tar.gz
rm -rf /
rm -rf node_modules dist .cache
mkdir -p /srv/app/releases/2026-03-15
chmod 0644 /etc/nginx/nginx.conf
chown -R app:app /srv/app
find . -name "*.log" -mtime +7 -delete
grep -rn "TODO" src --include=*.ts
sed -i 's/foo/bar/g' README.md
sed -E 's/[0-9]{4}-[0-9]{2}/DATE/' input.txt
awk '{print $1, $NF}' access.log
awk -F: '{ sum += $3 } END { print sum/NR }' data.txt
jq '.items[] | {id, name: .metadata.name}' out.json
jq -r '.[] | select(.state=="open") | .number' issues.json
tar -czf backup.tar.gz --exclude=.git .
openssl x509 -in cert.pem -noout -dates
openssl rand -hex 32
ps aux | grep node | head -5
lsof -i :3000 -t | xargs kill -9
systemctl restart app.service
journalctl -u app --since "2026-03-14 10:00" -p err
crontab -l
date -u +%Y-%m-%dT%H:%M:%SZ
echo "done" >> /tmp/build.log 2>&1
test -f package.json && npm run build || exit 1
for f in *.sql; do psql -f "$f" app; done
psql -h db.internal -p 5432 -U app -d app -c "select count(*) from orders"
mysql -h db.internal -u root -p app
redis-cli -h cache.internal ping
mongosh --host db.internal --eval "db.stats()"
NODE_OPTIONS=--max-old-space-size=8192 npm run build:prod
CI=true FORCE_COLOR=1 npx vitest run
export PATH=$PATH:/usr/local/go/bin
export API_KEY=\${VAULT_API_KEY}
env GOOS=linux GOARCH=arm64 go build ./cmd/api
nmap -p 1-1024 10.0.0.0/24
ping -c 3 2001:db8:85a3::8a2e:370:7334
dig +short TXT _dmarc.example.com
nc -zv db.internal 5432
bazel test //payments/...:all --test_output=errors
gradle :app:assembleRelease -PversionName=2.3.1
mvn -B -DskipTests -pl api -am package
dotnet publish -c Release -r linux-x64
flutter build apk --split-per-abi
xcodebuild -scheme App -destination 'platform=iOS Simulator,name=iPhone 16'
pre-commit run --all-files
gh pr create --fill --base main
gh run list --workflow=ci.yml -L 5
ffmpeg -i in.mp4 -vf scale=1280:-2 -crf 23 out.mp4
claude -p "Summarize the last ten commits"
droid exec --auto low "fix the failing tests"
powershell -ExecutionPolicy Bypass -File .\\build.ps1
Get-ChildItem -Recurse -Filter *.csproj
cat ~/.aws/credentials
aws secretsmanager get-secret-value *
printenv
sudo *
:(){ :|:& };:
dd if=/dev/zero of=/dev/sda bs=1M
`);

const paths = lines(`
~/.ssh/id_ed25519
~/.ssh
~/.aws/credentials
~/.config/gcloud/application_default_credentials.json
~/.kube/config
~/.gnupg/private-keys-v1.d
~/.npmrc
/etc/passwd
/etc/shadow
/etc/ssl/private
/var/run/docker.sock
/run/user/1000/gnupg/S.gpg-agent.ssh
/home/ann/projects/payments/src/main/java/com/acme/App.java
/Users/bob/Library/Application Support/Code/User/settings.json
C:\\Users\\ann\\AppData\\Roaming\\npm
C:/Program Files/Git/bin/git.exe
./dist
../shared/config
src/**/*.test.ts
packages/api-gateway/node_modules
/srv/app/releases/2026-03-15T10-22-31Z
/var/lib/postgresql/16/main
/usr/lib/x86_64-linux-gnu/libssl.so.3
/opt/homebrew/Cellar/node@24/24.1.0/bin/node
/tmp/claude-1000/tasks
/nix/store/hash-name/bin
/proc/self/environ
/private/var/folders
$HOME/.cache/pip
$TMPDIR/build
%USERPROFILE%\\.ssh
\\\\fileserver\\share\\team
file:///etc/hosts
/mnt/data/2026/03/15/events.parquet
/dev/ttyUSB0
~/.local/share/keyrings
~/Library/Keychains/login.keychain-db
**/.env
**/.env.*
**/*.pem
.github/workflows/ci.yml
.git/hooks/pre-commit
infra/terraform.tfstate.d/prod
/etc/letsencrypt/live/example.com/privkey.pem
/var/log/nginx/access.log.1
`);

const domains = lines(`
example.com
*.example.com
api.github.com
*.githubusercontent.com
registry.npmjs.org
pypi.org
files.pythonhosted.org
*.s3.us-east-1.amazonaws.com
123456789012.dkr.ecr.eu-central-1.amazonaws.com
d111111abcdef8.cloudfront.net
vpc-search-prod.eu-west-1.es.amazonaws.com
acme-prod.openai.azure.com
login.microsoftonline.com
acme.atlassian.net
acme.slack.com
storage.googleapis.com
us-central1-aiplatform.googleapis.com
bedrock-runtime.us-west-2.amazonaws.com
llm-gateway.internal.acme.example:8443
k8s-prod-01.internal
localhost:3000
10.0.0.0/8
192.168.178.20
2001:db8:85a3::8a2e:370:7334
fe80::1
xn--mnchen-3ya.de
münchen.example
deb.debian.org
proxy.golang.org
repo.maven.apache.org
index.crates.io
ghcr.io
quay.io
docker.io
production.cloudflare.docker.com
sentry.io
app.posthog.com
o123456.ingest.us.sentry.io
abc123.execute-api.eu-west-1.amazonaws.com
web-7f9c6d5b8-x2x4p.default.svc.cluster.local
`);

const sentences = lines(`
Prefer the small model for documentation; use the large one for refactoring payments.
Use GPT-4o for PRs > 500 LOC (iOS/macOS, OAuth2/OIDC); else GPT-4.1-nano. See JIRA-1234.
Ask before you push to main, and never force-push a release branch.
Rotate tokens every 90 days; keys are kept in the vault of the platform team.
The password policy asks for twelve characters and a second factor.
Requests about secrets go to security@example.com.
When a test fails twice, stop and ask the owner of the module (see CODEOWNERS).
Use TypeScript 5.6, Node 24 and React 19.2; no new dependency without a review.
Budget: at most 250k credits a month for team:payments, 1.5M for the organization.
If the diff touches /infra or *.tf, route to claude-opus-4-1 with high reasoning.
Runs at 02:30 UTC on weekdays, 2026-03-15 to 2026-06-30.
Bevorzuge das kleine Modell für Dokumentation und Übersetzungen.
Vor dem Zusammenführen muss die Rechtsabteilung zustimmen.
Der Zugriff auf die Produktionsdatenbank ist nur lesend erlaubt.
Utilisez le petit modèle pour la documentation, sauf pour l’équipe paiements.
Les requêtes longues sont traitées pendant la nuit.
Utiliza el modelo pequeño para la documentación y las traducciones.
Las solicitudes de más de 500 líneas necesitan una revisión.
Usa il modello piccolo per la documentazione e le traduzioni.
Use o modelo pequeno para a documentação; peça ajuda à equipe de plataforma.
Gebruik het kleine model voor documentatie en vertalingen.
Użyj małego modelu do dokumentacji i tłumaczeń.
Använd den lilla modellen för dokumentation och översättningar.
Используйте маленькую модель для документации и переводов.
Запросы о платежах передавайте команде безопасности.
文档和翻译请使用小模型。
支付相关的改动需要两个人审核。
ドキュメントには小さいモデルを使ってください。
決済に関する変更は二人のレビューが必要です。
문서 작업에는 작은 모델을 사용하세요.
Dokümantasyon için küçük modeli kullanın.
استخدم النموذج الصغير للوثائق.
Do not read files under ~/.ssh, ~/.aws or anything that ends in .pem.
Escalate to the on-call engineer (+43 1 234 56 78) within 15 minutes.
Answer in the language of the issue; keep it under 200 words.
`);

const servers = lines(`
npx @modelcontextprotocol/server-github
npx -y @upstash/context7-mcp@1.0.14
uvx mcp-server-git --repository /srv/repo
docker run -i --rm mcp/postgres
node /opt/mcp/server.js --port 3333 --log-level info
https://mcp.linear.app/sse
https://mcp.sentry.dev/mcp
https://api.githubcopilot.com/mcp/
http://localhost:8931/mcp
playwright
github-enterprise
atlassian-rovo
figma-dev-mode
python -m mcp_server_fetch
stripe-agent-toolkit
`);

const plugins = lines(`
secret-scanner@acme-marketplace
eslint-helper@anthropics
code-review@claude-plugins-official
terraform-guard@acme-internal
jira-linker@atlassian-labs
prettier-on-save@community
security-guidance@acme
keycloak-admin@acme-marketplace
passbolt-helper@acme
token-counter@tools
`);

const repositories = lines(`
https://github.com/acme/agent-plugins.git
git@github.com:acme/agent-plugins.git
acme/agent-plugins
https://gitlab.example.com/platform/agents/plugins
https://bitbucket.org/acme/plugins/src/main/
ssh://git@git.example.com:7999/plat/plugins.git
https://dev.azure.com/acme/Platform/_git/plugins
anthropics/claude-code
acme-corp/marketplace-v2
https://github.com/acme/plugins/tree/v2.14.1
`);

const users = lines(`
user_01H8XYZABCDEFGHJKMNPQRSTVW
3c6e0b8a-9c15-4a4a-8c0d-1d8f3c0b1a2f
ann@acme.example
x7kq9zpl42@example.com
first.last+agents@sub.acme.example
u-7
auth0|64f1c2b3a4d5e6f708192a3b
01H8XYZABCDEFGHJKMNPQRSTVW
507f1f77bcf86cd799439011
okta_00u1a2b3c4d5e6f7
`);

const addresses = lines(`
https://llm.example.com:8443/openai/v1
https://api.openai.com/v1
https://bedrock-runtime.eu-central-1.amazonaws.com
https://acme.openai.azure.com/openai/deployments/gpt-4o
http://localhost:11434/v1
https://generativelanguage.googleapis.com/v1beta/openai/
https://gateway.ai.cloudflare.com/v1/acme/prod/openai
https://*.example.com/mcp/*
https://openrouter.ai/api/v1
https://api.fireworks.ai/inference/v1
https://vllm.gpu-01.internal:8000/v1
https://api.mistral.ai
`);

const settings: readonly unknown[] = [
  true,
  false,
  0,
  1,
  5,
  30,
  90,
  365,
  2_555,
  8_192,
  32_000,
  65_535,
  1_000_000,
  0.2,
  0.95,
  1.5,
  -1,
  ...lines(`
on
off
auto
high
strict
production
staging
read-only
least-privilege
max_retries
dry-run
exponential backoff
eu-central-1
us-east-1
30s
15m
24h
500ms
10GB
512Mi
80%
2026-03-15
2026-03-15T10:22:31Z
02:30
v2.14.1
1.2.3-rc.1
>=18.0.0
10.0.0.0/8
192.168.1.1
https://docs.example.com/agents/policy
docs.example.com
ann@example.com
payments
platform-team
code-review
enabledPlugins
sandbox.network.allowedDomains
commandAllowlist
claude-sonnet-4-5
gpt-4o-mini
main
release/2026
src/app
/srv/data
~/projects
*.md
every weekday at 09:00
ask before push
Allow reading files in the repository only
Requests are reviewed by the platform team
Use the small model for documentation and reviews
Approved by the security team on 2026-03-15
Europe/Berlin
en
text/plain
warning
7 days
three retries, then stop
`),
];

const lists: readonly unknown[] = [
  [80, 443, 8080],
  [1, 2, 5, 10, 30, 60],
  [50, 80, 100],
  ['read', 'write', 'list'],
  ['eu-central-1', 'us-east-1'],
  { max: 5, min: 1 },
  { enabled: true, mode: 'strict', days: [1, 2, 3, 4, 5] },
  { retries: 3, backoff: 'exponential', timeout: '30s' },
  { level: 'info', format: 'json', sampling: 0.1 },
  ['monday', 'tuesday', 'wednesday'],
];

const rates: readonly unknown[] = [...settings, ...lists];

export const harmlessKinds: readonly HarmlessKind[] = [
  { name: 'commands', place: 'documented', values: commands, plant: command },
  { name: 'paths', place: 'documented', values: paths, plant: path },
  { name: 'domains and addresses of networks', place: 'documented', values: domains, plant: domain },
  { name: 'models', place: 'documented', values: models, plant: model },
  { name: 'sentences in sixteen languages', place: 'documented', values: sentences, plant: guidance },
  {
    name: 'MCP servers',
    place: 'documented',
    values: servers,
    plant: (value) => ({ mcpPolicy: { enabled: true, allowlist: [value] } }),
  },
  {
    name: 'plugins',
    place: 'documented',
    values: plugins,
    plant: (value) => ({ enabledPlugins: { [String(value)]: true } }),
  },
  {
    name: 'repositories and commits',
    place: 'documented',
    values: [
      ...repositories,
      ...repositories.map((repo) => ({ source: 'git', repo, ref: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' })),
    ],
    plant: (value) =>
      typeof value === 'string'
        ? { strictKnownMarketplaces: [{ repo: value }] }
        : { extraKnownMarketplaces: { acme: value } },
  },
  {
    name: 'ids and emails of users',
    place: 'documented',
    values: users,
    plant: (value) => ({ missionPolicy: { allowedUserIds: [value] } }),
  },
  {
    name: 'base URLs',
    place: 'documented',
    values: addresses,
    plant: (value) => ({ modelPolicy: { allowedBaseUrls: [value] } }),
  },
  {
    name: 'autonomy of servers and tools',
    place: 'documented',
    values: ['low', 'medium', 'high', 'auto-high', 'never'],
    plant: (value) => ({
      mcpAutonomyOverrides: { keycloak: { autonomyLevel: value, tools: { create_token: value, push_files: value } } },
    }),
  },
  {
    name: 'switches, amounts, words, versions, days, addresses',
    place: 'not documented',
    values: rates,
    plant: unlisted,
  },
  { name: 'sentences in sixteen languages', place: 'not documented', values: sentences, plant: unlisted },
  { name: 'commands', place: 'not documented', values: commands, plant: unlisted },
  { name: 'models', place: 'not documented', values: models, plant: unlisted },
];
