/**
 * Words that texts about software are made of, taken from manuals of the tools that agents use: what stands in a field
 * that nobody documented is shown when it is one of them, and hidden otherwise.
 */
const words = `
abc ability able abort about above abs absolute abstract accept acceptable acceptance accepted accepts access
accessed accessible accessor accessors according accordingly account accounts accuracy acme across act action
actions active actual actually add added adding addition additional additionally address addresses adds admin
admins advanced affect affected affects africa after again against agent agents alarm alert alerts algorithm
alias aliases align all allow allowed allowing allowlist allows almost alone along alpha alpine already also alt
alter alternate alternative alternatives although always am amazon america among amount amsterdam an analytics
and android angeles angular anonymous another ansible answer anthropic any anybody anymore anyone anything
anyway anywhere apache api apis app apparently appear appears append appended appending applicable application
applications applied applies apply applying approach appropriate approved approver april arbitrary architecture
archive are arg args argument arguments argv arn around array arrayref arrays artistic as ascending ascii asia
ask asked asking assert assets assign assigned assignment associated assume assumed assumes assuming async at
atlantic attach attached attempt attempting attempts attr attribute attributes audio audit auditing august
australia author authors auto autoflush automatic autonomy available avoid avoids await aware away awk aws azure
babel babeljs back backend backlog backoff backup backward backwards bad badge bail balanced banner bare base
based basename bash basic basically be because become becomes bedrock been before begin beginner beginning
begins behave behavior behaviour behind being belongs below benchmark benefit berlin best beta better between
beyond big billing bin binary binmode bit bitbucket bits blank blob block blocked blocks blog blue body bool
boolean bootstrap both bother bottom brackets branch branches break breaking breaks bring broken browser
browsers bucket buckets budget budgets buf buffer buffers bug bugs build builder building builds built bundle
bundles business but by byte bytes bzip cache cached caches calculate call callback callbacks called caller
calling calls came can canary cannot canonical capabilities caption capture care careful cargo carry case cases
casual catch category caught cause causes cd cdk center central certain chad chain chance change changed
changelog changes changing char character characters chars charset chat chdir cheap check checked checking
checkout checks chicago child children chinese chmod choice choose chop chosen chown chunk ci circular class
classes claude clean cleanup clear cleared client clients clone close closed closes closing cloud cluster
clusters code codecov codeowners coderef codes codestral codex coding cold collect collection colon color colour
column columns com combination combine combined come comes comma command commands comment comments commit
commits common community compare compared comparing comparison compatible compilation compile compiled compiler
compiles compiling complain complement complete completed completely completion complex compliance compliant
complicated component components compose compress compressed compression compute computer computers concatenated
concise concurrency condition conditional conditions conf confidential config configure configured configuring
conflicts connect connection connections consider considered consistent consists console const constant
constants construct constructed construction constructor constructs consume contact contain contained container
containing contains content contents context continue contractor contractors contribute contributing
contributors control controls convenience convenient convention conventions conversion convert converted
converting converts copied copies copilot copy copying copyright core corp correct correctly corresponds corrupt
cost could count counter countries country counts course coverage coveralls cp cperl create created creates
creating creation creative credentials credit credits critic critical cross cs csv curl currency current
currently cursor custom customer customers customize cut cygwin daily dall dark dashboards data database datadog
date david day days db de dead deadline deal dealing debian debug debugger debugging dec december decide decimal
declaration declarations declare declared declaring decode decoded dedicated deep deepseek def default defaults
define defined defines defining definition definitions deflate degraded delay delete deleted delhi delimited
demand demo deno deny denylist department depend dependencies dependency dependent depending depends deploy
deployed deployment deprecated depth derived descending describe described describes description descriptor
design designed designer desired desktop destination destroyed detail detailed details detect detected determine
determined determines dev devel developer developers development device devops diag diagnostic diagnostics did
die dies diff differ difference differences different differently differs digit digits dir direct directive
directives directly directories directory dirname dirs disable disabled disables discouraged discussion disk
display displayed dist distributed distribution div division django do doc docker dockerfile docs document
documented documents does doing dollar domain domains done dos dot double doubt down downgrade download
downloads draft droid drop dry dual dubai dublin due dummy dump dumper duplicate duration during dutch dynamic
dynamically each earlier early easier easily east eastern easy echo economy edit editor edu effect effective
effectively effects effort either element elements else emacs email embedded embedding emit emits emitted
employee employees empty en enable enabled enables enabling encode encoded encoding encountered encryption end
ending endpoint endpoints ends enforce engine engineer engineering engineers english enough ensure ensures enter
entire entirely entries entry env environment environments eof epic equal equivalent err errno error errors es
escalation escape escaped escapes eslint especially essentially etc eu euro europe eval evaluate even event
events ever every everyone everything exact exactly example examples except exception exceptions exe exec
executable execute executed executing execution exist existence existing exists exit exits exp expand expanded
expect expected expecting expects experiment experimental experiments expert explain explained explanation
explicit explicitly exponential export exported exporter exports expression expressions ext extend extended
extends extension extensions external extra extract extracted extranet extremely facet fact factory fail failed
failing failover fails failure failures fake falcon fall fallback false family faq far fast faster fcntl feature
features february feedback feel fetch few fibonacci field fields figure file filehandle filehandles filename
filenames fileno files filespec filesystem fill filter filtered filtering final finally finance find finding
finds fine finish finished firewall first fit fitness five fix fixed fixes flag flags flash flask flat fleet
float floating flush flushing follow followed following follows footer for forbidden force forget fork form
formal format formats formatted formatter formatters formatting forms forward found four fr frame framework free
french frequency frequently friday friendly from front frontend ftp full fullname fullstack fully func function
functional functions further future gateway gemini general generally generate generated generates generating
generation generic german get gets getting git github gitlab give given gives giving glm glob global globally
globals gmail gmbh gnu go goes going golang good google got goto governance gpt gradle grafana granite grant
granted gray great greater green greeting grep grey grid grok group groups guarantee guaranteed guess guest
guests guidance guide gunzip gzip hack had haiku half hand handbook handle handled handler handlers handles
handling handy happen happens hard has hash hashes hashing hashref have having he head header headers healthy
height hello helm help helpdesk helper helpful helps hence here hex hide high higher highest him hint hints
historical history hit hold holds holiday holidays home hook hooks hope host hostname hosts hot hour hourly
hours how however href html http https hub huge human hybrid iam id idea identical identifier identify identity
ietf if ignore ignored ignoring illegal image img immediately implement implemented implementing implements
implicit implied implies import important imported importing imports impossible in inactive inc incident include
included includes including incorrect increment indent independent index indicate indicates indicating indices
individual inf inflate info information ing inherit inheritance inherited inherits init initial initialize
initialized inline inner input inputs insensitive insert inserted inside inspect inst install installation
installed installing instance instances instead instruct instructions int integer integers integration intended
interested interesting interface interfaces intern internal internally internals internet interns interpret
interpreted interpreter into intranet introduced invalid invocation invoice invoices invoke invoked invoking io
ios is issue issued issues istanbul it italian item items iterate iterator its itself jamba january japanese
java javascript jenkins jest jetbrains jira job jobs join journalctl jq js json july june just kafka keep keeps
kept key keys keyword keywords kickoff kill kimi kind kinds kit know known knows korean kotlin kubectl
kubernetes label lambda lang language languages laptop large larger last late latency later latest latin latter
layer layers layout lead leading learn least leave leaves leaving left legacy legal len length lenient less let
lets letter letters level levels lexical lib libperl libraries library libs license licensed licenses life light
like likely limit limitations limited limits line linear lines link linked linker linking links linter linux
list listed listen listing lists lite literal literals little live llama load loaded loading loads loc local
locale localhost locally localtime locate location lock log logging logic logical login logo logs london long
longer look looking looks lookup loop lost lot lots loud low lower lowercase ls ltd mac machine machines macos
macro made madrid magic mail mailing mailto main mainly maintain maintained maintainer maintainers maintaining
major make makefile makemaker makes making man manage managed management manager managers managing mandatory
manifest manipulate manpage manual manually many map mapped mapping mappings maps march margin mariadb mark
marked marker marketing marketplace marketplaces mask masking master match matched matches matching math matter
maven max maximum may maybe md me mean meaning means meant mechanism medium member members memory mentioned
merely merge merged mess message messages meta metadata method methods metrics microsoft middle might milestone
min mind mini minimal minimax minimum ministral minor minus minute minutes mirror misc missing mission missions
mistral mit mixed mixtral mkdir mnt mobile mod mode model moderate modern modification modified modifies modify
module modules moment monday mongo mongodb monthly more moscow most mostly move moved mozilla mtime much multi
multiple mumbai must mv my mypy mysql name named namely names namespace naming nano native necessarily necessary
need needed needs negative neither nemotron nested net network neutral never new newer newline newlines newly
next nginx nice nightly no nobody node nodejs nodes non none nor normal normalize normalized normally north
northeast not notation note notes nothing notice nova november now npm npmjs npx null num number numbers numeric
obj object objects obtain obtained occur occurred occurs oct octal october odd of off offboarding offers office
official offset often ok okay old older omit omitted on onboarding oncall once one ones online only onsite onto
open openai opened opening operate operating operation operations operator operators opt optimize optimized
option optional optionally options opts opus or orange order ordered orders ordinary org organization
organizations orig original originally os oslo other others otherwise our out outage output outputs outside over
overhead overload overloading overridden override overrides overriding overview overwritten own owner owners
pacific pack package packages packaging padding page pager pages pair pairs palm para paragraph parallel
parallelism param parameter parameters params parent paris parse parsed parser parses parsing part partial
particular particularly partner partners parts party pass passed passes passing password past patch patches path
paths pattern patterns paul payment payments pdf penalty pending people per perform performance performed
performs perhaps period permission permissions permitted persistent phase phi pick pid pieces pilot pink pip
pipe pl place placed places plain plan planned platform platforms please plugin plugins plus pm pmqs png pnpm
pobox pod pods point pointer pointers pointing points policies policy polish polite pop populate port portable
portion portuguese pos position positive possible possibly post postgres postgresql potential potentially pound
power powershell pr practice pragma prague pre precedence preceding precise precision prefer preferred prefix
prefixed premium prepend prerequisite present preserve preserved presumably prettier pretty prev prevent
prevents preview previous previously primarily primary print printed printf printing prints prior priority
private privilege privileges pro probably problem problems proceed process processed processes processing
produce produced produces product production professional profiler program programming programs progress project
projects promise prompt prompts proper properly properties property props protect protected protection proto
protocol prototype provide provided provider provides providing proxy prs pseudo public publish published pull
pure purple purpose purposes push pushed put puts putting py pytest python qualified quality quarter quarterly
query question questions queue queues quick quiet quite quota quote quoted quotemeta quotes quoting qwen
rabbitmq rails raise raised random range ranges rate rather raw reach reached react read readable reading
readline readme readonly reads ready real really reason reasoning reasons rebase receive received receives
recent recognized recommend recommended record records recurse recursion recursive recursively red redaction
redefine redirect redis redistribute redo reduce refer reference referenced references refers reflect refs
regardless regex regexp region regions register registered registry regression regular rejected rel related
relative release released releases relevant rely remain remainder remaining remains remember remote remove
removed removes removing rename renamed render rendered repeat repeated replace replaced replacement replaces
replacing replica replicas repo report reported reporting reports repositories repository represent represented
representing represents req request requested requests require required requirements requires requiring res
research reserved reset resolve resolved resource resources respectively response responsible rest restore
restricted restriction result resulting results ret retention retired retries retrieve retro retry return
returned returning returns reuse reverse review reviewer reviewers revision rewrite rewritten right rights risk
rm roadmap robin role roles rollout rome root round route router routine routines row rs ruby ruff rule rules
run runbook running runs runtime russian rust safe safely said sales same sample samples sampling sandbox
sandboxed saturday save saved say saying says sbin scalar scalars scale scan schedule schema scheme scope script
scripts sdk search searching sec second secondary seconds secret section sections security sed see seed seek
seem seems seen sees select selected self semantics semi send sending sends sense sensitive sent sentry seoul
sep separate separated separately separator september sequence sequences series server servers service services
session sessions set sets setting settings setup several severity sh shard shards share shared shell shields
shift short shortcut should show shown shows side sign signal signature signed significant silent silently
similar similarly simple simply since singapore single site sites situation situations size skill skills skip
skipped skipping slack slash slightly slow slower small smaller smoke snapshot snippet so socket software
solution some someone something sometimes somewhat somewhere sonnet soon sorry sort sorted source sources south
southeast space spaces spanish spec special specific specifically specified specifies specify specifying specs
speed splice split splitpath spring sprint sprintf sqlite square squash src srv stable stack stacks stage
staging standard standards standup start started starting starts stat state statement statements static status
stderr stdout step steps still stockholm stop stops stopwords storage store stored stores story strategy stream
streaming streams strict strictly string stringify strings strip stripped strongly struct structure structures
stuff style sub subclass subclasses subclassing subject submit subnet subroutine subroutines subs subscribe
subsequent substr subtest subtitle succeed success successful successfully such sudo sufficient suffix suggested
suggestions suitable suite sum summary sunday super supplied supply support supported supports supposed suppress
sure sv svelte swedish swift switch switches sydney symbol symbolic symbols sync syntax sysread system systemctl
systems syswrite tab table tables tablet tabs tag tagged tags taint take taken takes taking tar target targets
task tasks team teams telemetry tell tells temp temperature template templates temporary tenant tenants term
terminal terminate terms terraform test tested testing tests text tf than thanks that the their them theme
themselves then there therefore these they thing things think thinking third this those though thread threads
three throttle through throw throwing thrown throws thursday thus ticket tickets tie tied time timeout times
timestamp timezone tiny titan title tmp to todo together toggle toggles token tokens tokyo toml too tool toolkit
tools top topic topics toronto total tr trace tracing track tracker tracking traditional traffic trailing
training transform translate translation transparent travis treat treated tree tried tries trigger triggered
triggers true truncate truncated trust try trying ts tuesday turbo turkish turn turned turning turns tutorial
twice twitter two type types typescript typical typically ubuntu uid uk unable unchanged uncompress uncompressed
undef undefined under underlying underscore understand unexpected unicode unimport unique unit universal unix
unknown unless unlike unlikely unlink unpack unrecognized unsafe unsigned unstable unsupported until up update
updated updates updating upgrade upon upper upstream url us usable usage use used useful user username users
uses using usr usual usually utc utf util utilities utility uvx vacation val valid validate validation value
values var variable variables variant variants various vars vendor vendors venv verbatim verbose verbosity
verify version versions vertex very via video vienna view viewer vim virtual visible vision visit vite vitest
void vpc vs vscode vue wait waiting wall want wanted wants warm warn warning warnings warns warranty warsaw was
watch way ways we web webhook webhooks webpack website wednesday weekday weekdays weekend weekly weighted weird
welcome well were west western wget what whatever when whenever where whereas whether which while whisper white
whitespace who whole whose why wide width wiki wikipedia will win window windows wish with within without won
word words work workaround worker workers workflow workflows working works workspace workspaces world worth
would wrap wrapped wrapper wrapping write writes writing written wrong xml yaml yarn year yearly years yellow
yes yet yi yml york you your yourself zero zip zlib zone zones zurich
`;

export const knownWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/u));
