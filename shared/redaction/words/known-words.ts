import { fourLetterWords } from './four-letter-words.ts';

/** Of other lengths, in alphabetical order. */
const words = `
abc ability abort about above abs absolute abstract accept acceptable acceptance accepted accepts access
accessed accessible accessor accessors according accordingly account accounts accuracy across act action actions
active actual actually add added adding addition additional additionally address addresses admin admins advanced
affect affected affects africa after again against agent agents alarm alert alerts algorithm alias aliases align
all allow allowed allowing allowlist allows almost alone along alpha alpine already alt alter alternate
alternative alternatives although always am amazon america among amount amsterdam an analytics and android
angeles angular anonymous another ansible answer anthropic any anybody anymore anyone anything anyway anywhere
apache api app apparently appear appears append appended appending applicable application applications applied
applies apply applying approach appropriate approved approver april arbitrary architecture archive are arg
argument arguments arn around array arrayref arrays artistic as ascending ascii ask asked asking assert assets
assign assigned assignment associated assume assumed assumes assuming async at atlantic attach attached attempt
attempting attempts attribute attributes audio audit auditing august australia author authors autoflush
automatic autonomy available avoid avoids await aware awk aws azure babel babeljs backend backlog backoff backup
backward backwards bad badge balanced banner based basename basic basically be because become becomes bedrock
before begin beginner beginning begins behave behavior behaviour behind being belongs below benchmark benefit
berlin better between beyond big billing bin binary binmode bit bitbucket blank block blocked blocks boolean
bootstrap bother bottom brackets branch branches break breaking breaks bring broken browser browsers bucket
buckets budget budgets buf buffer buffers bug build builder building builds built bundle bundles business but by
bytes cache cached caches calculate callback callbacks called caller calling calls can canary cannot canonical
capabilities caption capture careful cargo carry cases casual catch category caught cause causes cd cdk center
central certain chain chance change changed changelog changes changing character characters chars charset chdir
cheap check checked checking checkout checks chicago child children chinese chmod choice choose chosen chown
chunk ci circular class classes claude clean cleanup clear cleared client clients clone close closed closes
closing cloud cluster clusters codecov codeowners coderef codes codestral codex coding collect collection colon
color colour column columns com combination combine combined comes comma command commands comment comments
commit commits common community compare compared comparing comparison compatible compilation compile compiled
compiler compiles compiling complain complement complete completed completely completion complex compliance
compliant complicated component components compose compress compressed compression compute computer computers
concatenated concise concurrency condition conditional conditions confidential config configure configured
configuring conflicts connect connection connections consider considered consistent consists console const
constant constants construct constructed construction constructor constructs consume contact contain contained
container containing contains content contents context continue contractor contractors contribute contributing
contributors control controls convenience convenient convention conventions conversion convert converted
converting converts copied copies copilot copying copyright correct correctly corresponds corrupt could count
counter countries country counts course coverage coveralls cp cperl create created creates creating creation
creative credentials credit credits critic critical cross cs csv currency current currently cursor custom
customer customers customize cut cygwin daily dashboards database datadog david day db de deadline dealing
debian debug debugger debugging dec december decide decimal declaration declarations declare declared declaring
decode decoded dedicated deepseek def default defaults define defined defines defining definition definitions
deflate degraded delay delete deleted delhi delimited demand denylist department depend dependencies dependency
dependent depending depends deploy deployed deployment deprecated depth derived descending describe described
describes description descriptor design designed designer desired desktop destination destroyed detail detailed
details detect detected determine determined determines dev devel developer developers development device devops
diagnostic diagnostics did die differ difference differences different differently differs digit digits dir
direct directive directives directly directories directory dirname disable disabled disables discouraged
discussion display displayed distributed distribution div division django do doc docker dockerfile document
documented documents doing dollar domain domains dos dot double doubt downgrade download downloads draft droid
dry dubai dublin due dummy dumper duplicate duration during dutch dynamic dynamically earlier early easier
easily eastern economy editor edu effect effective effectively effects effort either element elements emacs
email embedded embedding emits emitted employee employees empty en enable enabled enables enabling encode
encoded encoding encountered encryption end ending endpoint endpoints enforce engine engineer engineering
engineers english enough ensure ensures enter entire entirely entries entry env environment environments eof
equal equivalent err errno error errors es escalation escape escaped escapes eslint especially essentially etc
eu europe evaluate event events every everyone everything exact exactly example examples except exception
exceptions exe executable execute executed executing execution exist existence existing exists exits exp expand
expanded expect expected expecting expects experiment experimental experiments expert explain explained
explanation explicit explicitly exponential export exported exporter exports expression expressions ext extend
extended extends extension extensions external extra extract extracted extranet extremely facet factory failed
failing failover fails failure failures falcon fallback false family faq far faster fcntl feature features
february feedback fetch few fibonacci field fields figure filehandle filehandles filename filenames fileno files
filespec filesystem filter filtered filtering final finally finance finding finds finish finished firewall first
fit fitness fix fixed fixes flags flash flask fleet float floating flush flushing follow followed following
follows footer for forbidden force forget formal format formats formatted formatter formatters formatting forms
forward found fr frame framework french frequency frequently friday friendly front frontend ftp fullname
fullstack fully function functional functions further future gateway gemini general generally generate generated
generates generating generation generic german get getting git github gitlab given gives giving glm global
globally globals gmail gnu go going golang google got governance gpt gradle grafana granite grant granted great
greater green greeting group groups guarantee guaranteed guess guest guests guidance guide gunzip had haiku
handbook handle handled handler handlers handles handling handy happen happens has hashes hashing hashref having
he header headers healthy height hello helpdesk helper helpful helps hence hex higher highest him hints
historical history hit holds holiday holidays hooks hostname hosts hot hourly hours how however https hub human
hybrid iam id identical identifier identify identity if ignore ignored ignoring illegal image img immediately
implement implemented implementing implements implicit implied implies import important imported importing
imports impossible in inactive inc incident include included includes including incorrect increment indent
independent index indicate indicates indicating indices individual inf inflate information ing inherit
inheritance inherited inherits initial initialize initialized inline inner input inputs insensitive insert
inserted inside inspect install installation installed installing instance instances instead instruct
instructions int integer integers integration intended interested interesting interface interfaces intern
internal internally internals internet interns interpret interpreted interpreter intranet introduced invalid
invocation invoice invoices invoke invoked invoking io ios is issue issued issues istanbul it italian items
iterate iterator its itself jamba january japanese javascript jenkins jetbrains job journalctl jq js kafka keeps
key keyword keywords kickoff kinds kit known knows korean kotlin kubectl kubernetes label lambda language
languages laptop large larger latency later latest latin latter layer layers layout leading learn least leave
leaves leaving legacy legal len length lenient let letter letters level levels lexical lib libperl libraries
library license licensed licenses light likely limit limitations limited limits linear lines linked linker
linking links linter linux listed listen listing lists literal literals little llama loaded loading loads loc
local locale localhost locally localtime locate location log logging logic logical login london longer looking
looks lookup lot low lower lowercase ls ltd mac machine machines macos macro madrid magic mailing mailto mainly
maintain maintained maintainer maintainers maintaining major makefile makemaker makes making man manage managed
management manager managers managing mandatory manifest manipulate manpage manual manually map mapped mapping
mappings march margin mariadb marked marker marketing marketplace marketplaces masking master match matched
matches matching matter maven max maximum may maybe md me meaning means meant mechanism medium member members
memory mentioned merely merge merged message messages metadata method methods metrics microsoft middle might
milestone min minimal minimax minimum ministral minor minus minute minutes mirror missing mission missions
mistral mit mixed mixtral mkdir mnt mobile mod model moderate modern modification modified modifies modify
module modules moment monday mongo mongodb monthly moscow mostly moved mozilla mtime multi multiple mumbai mv my
mysql named namely names namespace naming native necessarily necessary needed needs negative neither nemotron
nested net network neutral never new newer newline newlines newly nginx nightly no nobody nodejs nodes non nor
normal normalize normalized normally north northeast not notation notes nothing notice november now npm npmjs
npx num number numbers numeric obj object objects obtain obtained occur occurred occurs oct octal october odd of
off offboarding offers office official offset often ok old older omitted on onboarding oncall one online onsite
openai opened opening operate operating operation operations operator operators opt optimize optimized option
optional optionally options or orange order ordered orders ordinary org organization organizations original
originally os other others otherwise our out outage output outputs outside overhead overload overloading
overridden override overrides overriding overview overwritten own owner owners pacific package packages
packaging padding pager pages pairs paragraph parallel parallelism param parameter parameters params parent
paris parse parsed parser parses parsing partial particular particularly partner partners parts party passed
passes passing password patch patches paths pattern patterns payment payments pdf penalty pending people per
perform performance performed performs perhaps period permission permissions permitted persistent phase phi pid
pieces pilot pip pl place placed places plain planned platform platforms please plugin plugins pm png pobox pod
point pointer pointers pointing points policies policy polish polite pop populate portable portion portuguese
pos position positive possible possibly postgres postgresql potential potentially pound power powershell pr
practice pragma prague pre precedence preceding precise precision prefer preferred prefix prefixed premium
prepend prerequisite present preserve preserved presumably prettier pretty prevent prevents preview previous
previously primarily primary print printed printf printing prints prior priority private privilege privileges
pro probably problem problems proceed process processed processes processing produce produced produces product
production professional profiler program programming programs progress project projects promise prompt prompts
proper properly properties property props protect protected protection proto protocol prototype provide provided
provider provides providing proxy prs pseudo public publish published purple purpose purposes pushed put putting
py pytest python qualified quality quarter quarterly query question questions queue queues quick quiet quite
quota quote quoted quotemeta quotes quoting rabbitmq rails raise raised random range ranges rather raw reach
reached react readable reading readline readme readonly reads ready really reason reasoning reasons rebase
receive received receives recent recognized recommend recommended record records recurse recursion recursive
recursively red redaction redefine redirect redis redistribute reduce refer reference referenced references
refers reflect regardless regex regexp region regions register registered registry regression regular rejected
rel related relative release released releases relevant remain remainder remaining remains remember remote
remove removed removes removing rename renamed render rendered repeat repeated replace replaced replacement
replaces replacing replica replicas report reported reporting reports repositories repository represent
represented representing represents req request requested requests require required requirements requires
requiring res research reserved reset resolve resolved resource resources respectively response responsible
restore restricted restriction result resulting results ret retention retired retries retrieve retro retry
return returned returning returns reuse reverse review reviewer reviewers revision rewrite rewritten right
rights rm roadmap robin roles rollout round route router routine routines row rs rules run runbook running
runtime russian safely sales sample samples sampling sandbox sandboxed saturday saved say saying scalar scalars
scale schedule schema scheme scope script scripts sdk search searching sec second secondary seconds secret
section sections security sed see seems select selected semantics sending sends sense sensitive sentry seoul sep
separate separated separately separator september sequence sequences series server servers service services
session sessions set setting settings setup several severity sh shard shards share shared shell shields shift
short shortcut should shown shows signal signature signed significant silent silently similar similarly simple
simply since singapore single sites situation situations skill skills skipped skipping slack slash slightly
slower small smaller smoke snapshot snippet so socket software solution someone something sometimes somewhat
somewhere sonnet sorry sorted source sources south southeast space spaces spanish special specific specifically
specified specifies specify specifying specs speed splice split splitpath spring sprint sprintf sqlite square
squash src srv stable stack stacks stage staging standard standards standup start started starting starts state
statement statements static status stderr stdout steps still stockholm stops stopwords storage store stored
stores story strategy stream streaming streams strict strictly string stringify strings strip stripped strongly
struct structure structures stuff style sub subclass subclasses subclassing subject submit subnet subroutine
subroutines subscribe subsequent substr subtest subtitle succeed success successful successfully sufficient
suffix suggested suggestions suitable suite sum summary sunday super supplied supply support supported supports
supposed suppress sv svelte swedish swift switch switches sydney symbol symbolic symbols syntax sysread system
systemctl systems syswrite tab table tables tablet tag tagged taint taken takes taking tar target targets tasks
teams telemetry tells temperature template templates temporary tenant tenants terminal terminate terms terraform
tested testing tests tf thanks the their theme themselves there therefore these thing things think thinking
third those though thread threads three throttle through throw throwing thrown throws thursday ticket tickets
tie timeout times timestamp timezone titan title tmp to together toggle toggles token tokens tokyo too toolkit
tools top topic topics toronto total tr trace tracing track tracker tracking traditional traffic trailing
training transform translate translation transparent travis treat treated tried tries trigger triggered triggers
truncate truncated trust try trying ts tuesday turbo turkish turned turning turns tutorial twice twitter two
types typescript typical typically ubuntu uid uk unable unchanged uncompress uncompressed undef undefined under
underlying underscore understand unexpected unicode unimport unique universal unknown unless unlike unlikely
unlink unpack unrecognized unsafe unsigned unstable unsupported until up update updated updates updating upgrade
upper upstream url us usable usage use useful username users using usr usual usually utc utf utilities utility
uvx vacation val valid validate validation value values var variable variables variant variants various vendor
vendors verbatim verbose verbosity verify version versions vertex via video vienna viewer vim virtual visible
vision visit vitest vpc vs vscode vue waiting wanted wants warning warnings warns warranty warsaw was watch way
we web webhook webhooks webpack website wednesday weekday weekdays weekend weekly weighted weird welcome western
whatever whenever where whereas whether which while whisper white whitespace who whole whose why width wikipedia
win window windows within without won words workaround worker workers workflow workflows working works workspace
workspaces world worth would wrapped wrapper wrapping write writes writing written wrong xml yearly years yellow
yes yet yi yml you yourself zip zones zurich
`;

/** Words of texts about software, from manuals of agents' tools: an undocumented field shows these alone. */
export const knownWords: ReadonlySet<string> = new Set([...words.trim().split(/\s+/u), ...fourLetterWords]);
