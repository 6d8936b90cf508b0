/* `potential`, `permit` and `owed` over the state of promise.pml, and what happens in it. */

enum { NEVER = 255 };
enum { APPLIED, ANSWER_LOST, LOST, REFUSED };

/* What may be taken out; main.ts says what each is. */
enum { NOTHING, FORGETS_UNKNOWN, TRUSTS_UNKNOWN, WAITS_FOR_FIGURES, LOOKS_AT_ONE_WINDOW, ENDS_BY_AGE, COUNTS_ONCE,
       LOOKS_AT_TODAY, FORGETS_FORMER, TRUSTS_UNSURE, FORGETS_REPLACED, AWAITS_FIGURES_OVER_A_TURN, TAKES_ANY_LESS,
       TAKES_LESS_THAN_THE_HIGHEST };

enum { ADDRESSES = sizeof now.sent / sizeof now.sent[0], PUTS = sizeof now.sent[0].put / sizeof now.sent[0].put[0] };

typedef struct { int credits, from, until; } InForce;
typedef struct { int count; InForce limit[2 * PUTS + 1]; } Limits;

static int higher(int a, int b) { return a > b ? a : b; }
static int lower(int a, int b) { return a < b ? a : b; }
static int today(void) { return now.moment / SLOTS; }
static int startOf(int day) { return day * SLOTS; }

/* ---- The calendar ---- */

static int firstOf(int window) { return window == 0 ? 1 : SECOND; }
static int lastOf(int window) { return window == 0 ? SECOND - 1 : DAYS; }
static int platformFrom(int day) { return day >= TURN ? TURN : 1; }

static int usedFrom(int person, int from, int through) {
  int sum = 0;
  for (int day = from; day <= through; day++) sum += now.used[person * (DAYS + 1) + day];
  return sum;
}

static int usedOf(int window, int through) {
  int sum = 0;
  for (int person = 0; person < PEOPLE; person++) sum += usedFrom(person, firstOf(window), lower(lastOf(window), through));
  return sum;
}

/* ---- Limits that may be in force ---- */

static int endedBy(int address, int at) {
  for (int i = 0; i < now.sent[address].count; i++) {
    struct Put *put = &now.sent[address].put[i];
    if (put->isConfirmed && put->at > at) return put->at + DELAY;
  }
  return NEVER;
}

static int isProof(struct Put *put, struct Stay *stay) {
  int isSure = put->at >= stay->sureFrom && put->at < stay->sureUntil;
  return (put->isConfirmed || PLANTED == TRUSTS_UNKNOWN) && (isSure || PLANTED == TRUSTS_UNSURE);
}

/* The first that surely ends what was sent to a person before. */
static int provenEnd(int person, int at) {
  int end = NEVER;
  for (int h = 0; h < now.held[person].count; h++) {
    struct Stay *stay = &now.held[person].stay[h];
    for (int i = 0; i < now.sent[stay->address].count; i++) {
      struct Put *put = &now.sent[stay->address].put[i];
      if (isProof(put, stay) && put->at > at) end = lower(end, put->at + DELAY);
    }
  }
  return PLANTED == ENDS_BY_AGE ? lower(end, at + 2 * SLOTS) : end;
}

static Limits limitsInForce(int person) {
  Limits limits = { 0 };
  for (int h = 0; h < now.held[person].count; h++) {
    struct Stay *stay = &now.held[person].stay[h];
    if (PLANTED == FORGETS_FORMER && stay->until != NEVER) continue;
    for (int i = 0; i < now.sent[stay->address].count; i++) {
      struct Put *put = &now.sent[stay->address].put[i];
      int until = provenEnd(person, put->at);
      int isReached = put->at < stay->until && endedBy(stay->address, put->at) > stay->from;
      if (PLANTED == FORGETS_UNKNOWN && !put->isConfirmed) continue;
      if (PLANTED == FORGETS_REPLACED && until != NEVER) continue;
      if (isReached && until > startOf(now.known + 1))
        limits.limit[limits.count++] = (InForce){ put->credits, higher(put->at, stay->from), until };
    }
  }
  return limits;
}

static int openLimit(const Limits *limits) {
  int most = 0;
  for (int i = 0; i < limits->count; i++)
    if (limits->limit[i].until == NEVER) most = higher(most, limits->limit[i].credits);
  return most;
}

/* The least that a person may have: more than that may give. */
static int leastLimit(const Limits *limits) {
  int least = openLimit(limits);
  for (int i = 0; i < limits->count; i++)
    if (limits->limit[i].until == NEVER && PLANTED != TAKES_ANY_LESS) least = lower(least, limits->limit[i].credits);
  return least;
}

/* ---- Potential ---- */

static int horizon(void) { return today() + (PLANTED == LOOKS_AT_TODAY ? 0 : 2); }

static int isJudged(int window) { return lastOf(window) >= today() && firstOf(window) <= horizon(); }

typedef struct { int from, through; } Piece;
typedef struct { int count; Piece piece[2]; } Pieces;

/* The days of a window without figures, cut where the platform counts anew. */
static Pieces piecesOf(int window) {
  Pieces pieces = { 0 };
  int first = higher(firstOf(window), now.known + 1);
  Piece parts[2] = { { first, lower(lastOf(window), TURN - 1) }, { higher(first, TURN), lastOf(window) } };
  if (PLANTED == COUNTS_ONCE) parts[0].through = parts[1].through, parts[1].from = NEVER;
  for (int i = 0; i < 2; i++)
    if (parts[i].from <= lower(parts[i].through, horizon())) pieces.piece[pieces.count++] = parts[i];
  return pieces;
}

static int mostIn(int person, const Limits *limits, Piece piece) {
  int most = 0;
  for (int i = 0; i < limits->count; i++)
    if (limits->limit[i].from < startOf(piece.through + 1) && limits->limit[i].until > startOf(piece.from))
      most = higher(most, limits->limit[i].credits);
  return higher(0, most - usedFrom(person, platformFrom(piece.from), now.known));
}

static int potential(int window, const Limits limits[]) {
  Pieces pieces = piecesOf(window);
  int sum = usedOf(window, now.known);
  for (int person = 0; person < PEOPLE; person++)
    for (int i = 0; i < pieces.count; i++) sum += mostIn(person, &limits[person], pieces.piece[i]);
  return sum;
}

static void surveyed(Limits limits[]) {
  for (int person = 0; person < PEOPLE; person++) limits[person] = limitsInForce(person);
}

/* ---- Owed ---- */

/*
 * The stretches of a window that a limit of now bounds: those that have not begun, or the last one; what limits allow in
 * the others is taken from the rest.
 */
static int isOpen(Piece piece, Pieces pieces) {
  int isLast = piece.through == pieces.piece[pieces.count - 1].through;
  return PLANTED == AWAITS_FIGURES_OVER_A_TURN ? startOf(piece.through + 1) > now.moment : isLast;
}

static int mostAt(int person, int credits, Pieces pieces) {
  Limits always = { 1, { { credits, 0, NEVER } } };
  int sum = 0;
  for (int i = 0; i < pieces.count; i++)
    if (isOpen(pieces.piece[i], pieces)) sum += mostIn(person, &always, pieces.piece[i]);
  return sum;
}

static void cut(int window, const Limits limits[], int most[]) {
  Pieces pieces = piecesOf(window);
  int room = now.amount[window] - usedOf(window, now.known);
  if (room < 0) return;
  for (int person = 0; person < PEOPLE; person++)
    for (int i = 0; i < pieces.count; i++)
      if (!isOpen(pieces.piece[i], pieces)) room -= mostIn(person, &limits[person], pieces.piece[i]);
  int level = NEVER;
  for (;; level = level == NEVER ? MOST * 2 : level - 1) {
    int sum = 0;
    for (int person = 0; person < PEOPLE; person++) sum += lower(mostAt(person, most[person], pieces), level);
    if (sum <= room || level == 0) break;
  }
  for (int person = 0; person < PEOPLE; person++)
    if (mostAt(person, most[person], pieces) > level) {
      most[person] = lower(most[person], leastLimit(&limits[person]));
      while (most[person] > 0 && mostAt(person, most[person], pieces) > level) most[person]--;
    }
}

/* What everybody may have once what is owed is sent. */
static void owed(const Limits limits[], int most[]) {
  for (int person = 0; person < PEOPLE; person++) most[person] = openLimit(&limits[person]);
  if (PLANTED == WAITS_FOR_FIGURES && now.known < today() - 1) return;
  for (int window = 0; window < 2; window++)
    if (isJudged(window)) cut(window, limits, most);
}

/* ---- Permit ---- */

static int isPermitted(int person, int credits, const Limits limits[]) {
  Limits after[PEOPLE];
  int taken = PLANTED == TAKES_LESS_THAN_THE_HIGHEST ? openLimit(&limits[person]) : leastLimit(&limits[person]);
  if (credits <= taken) return 1;
  for (int each = 0; each < PEOPLE; each++) after[each] = limits[each];
  after[person].limit[after[person].count++] = (InForce){ credits, now.moment, NEVER };
  for (int window = 0; window < 2; window++) {
    if (!isJudged(window) || (PLANTED == LOOKS_AT_ONE_WINDOW && firstOf(window) > today())) continue;
    if (potential(window, after) > now.amount[window]) return 0;
  }
  return 1;
}

/* ---- The platform ---- */

static int boundOf(int person) {
  int isReplaced = now.moment < now.replacedUntil[person];
  return isReplaced ? higher(now.limitOf[person], now.replaced[person]) : now.limitOf[person];
}

void consume(int person) {
  int left = boundOf(person) - usedFrom(person, platformFrom(today()), today());
  if (left > 0) now.used[person * (DAYS + 1) + today()] += left;
}

/* A PUT reaches the one who has the address. */
static void put(int address, int credits, int fate) {
  for (int person = 0; person < PEOPLE; person++)
    if (now.addressOf[person] == address && (fate == APPLIED || fate == ANSWER_LOST)) {
      now.replaced[person] = boundOf(person);
      now.replacedUntil[person] = now.moment + DELAY;
      now.limitOf[person] = credits;
    }
  if (fate != REFUSED) {
    struct Put *one = &now.sent[address].put[now.sent[address].count++];
    one->credits = credits;
    one->at = now.moment;
    one->isConfirmed = fate == APPLIED;
  }
}

/* ---- Runs ---- */

static int addressFor(int person) { return now.held[person].stay[now.held[person].count - 1].address; }

int isAsRead(void) {
  for (int person = 0; person < PEOPLE; person++)
    if (addressFor(person) != now.addressOf[person]) return 0;
  return 1;
}

void readRoster(void) {
  for (int person = 0; person < PEOPLE; person++) {
    if (addressFor(person) == now.addressOf[person]) continue;
    struct Stay *last = &now.held[person].stay[now.held[person].count - 1];
    struct Stay *next = &now.held[person].stay[now.held[person].count++];
    last->sureUntil = next->from = now.readAt;
    last->until = next->sureFrom = now.moment;
    next->sureUntil = next->until = NEVER;
    next->address = now.addressOf[person];
  }
  now.readAt = now.moment;
}

int owesAnything(void) {
  Limits limits[PEOPLE];
  int most[PEOPLE];
  surveyed(limits);
  owed(limits, most);
  for (int person = 0; person < PEOPLE; person++)
    if (most[person] < openLimit(&limits[person])) return 1;
  return 0;
}

/* Whether the wish is sent: not to somebody who is owed a lowering, and not where it changes nothing. */
int isSent(void) {
  Limits limits[PEOPLE];
  int most[PEOPLE];
  surveyed(limits);
  owed(limits, most);
  int open = openLimit(&limits[now.wisher]);
  int isOther = now.wish != open || leastLimit(&limits[now.wisher]) != open;
  return most[now.wisher] == open && isOther && isPermitted(now.wisher, now.wish, limits);
}

void sendLimits(void) {
  Limits limits[PEOPLE];
  int most[PEOPLE];
  int isWishSent = isSent();
  int isInTime = now.moment + DELAY <= startOf(now.due + 1);
  surveyed(limits);
  owed(limits, most);
  for (int person = 0; person < PEOPLE; person++)
    if (most[person] < openLimit(&limits[person])) put(addressFor(person), most[person], now.fateOfOwed);
  if (isWishSent) put(addressFor(now.wisher), now.wish, now.fateOfWish);
  if (now.fateOfOwed == APPLIED && isInTime) {
    now.due = today() + 2;
    if (now.moment + DELAY <= startOf(SECOND)) now.isFresh = 1;
  }
  surveyed(limits);
  for (int window = 0; window < 2; window++)
    if (isJudged(window) && potential(window, limits) <= now.amount[window]) now.isKept[window] = 1;
}

/* ---- What no longer matters: worlds that go on alike are made equal, so that each is looked at once ---- */

/* Ended for everybody who had the address, and for all who may come. */
static int isOver(int address, const struct Put *put) {
  int knownStart = startOf(now.known + 1);
  if (endedBy(address, put->at) > lower(knownStart, now.readAt)) return 0;
  for (int person = 0; person < PEOPLE; person++)
    for (int h = 0; h < now.held[person].count; h++)
      if (now.held[person].stay[h].address == address && provenEnd(person, put->at) > knownStart) return 0;
  return 1;
}

static void forgetWhatIsOver(void) {
  int isOverAt[ADDRESSES][PUTS];
  for (int address = 0; address < ADDRESSES; address++)
    for (int i = 0; i < now.sent[address].count; i++) isOverAt[address][i] = isOver(address, &now.sent[address].put[i]);
  for (int address = 0; address < ADDRESSES; address++) {
    int kept = 0;
    for (int i = 0; i < now.sent[address].count; i++)
      if (!isOverAt[address][i]) now.sent[address].put[kept++] = now.sent[address].put[i];
    for (int i = kept; i < now.sent[address].count; i++) now.sent[address].put[i] = (struct Put){ 0 };
    now.sent[address].count = kept;
  }
}

/* Of known days the sums count, on each side of a turn. */
static void addUpKnownDays(void) {
  for (int person = 0; person < PEOPLE; person++)
    for (int day = now.known; day > 1; day--)
      if (day != TURN && day != SECOND) {
        now.used[person * (DAYS + 1) + day - 1] += now.used[person * (DAYS + 1) + day];
        now.used[person * (DAYS + 1) + day] = 0;
      }
}

void tidy(void) {
  forgetWhatIsOver();
  addUpKnownDays();
  for (int person = 0; person < PEOPLE; person++)
    if (now.moment >= now.replacedUntil[person]) now.replaced[person] = now.replacedUntil[person] = 0;
  if (today() >= SECOND) now.isKept[0] = 0;
}

/* ---- What else happens ---- */

void edit(int by) {
  for (int window = 0; window < 2; window++) {
    now.amount[window] = higher(0, now.amount[window] + by);
    if (by < 0) now.isKept[window] = 0;
  }
  if (by < 0) now.isFresh = 0;
}

void takeOver(int heir) {
  int other = (heir + 1) % PEOPLE;
  now.addressOf[heir] = now.addressOf[other];
  now.addressOf[other] = PEOPLE;
}

void begin(void) {
  now.moment = now.readAt = startOf(1);
  now.due = 2;
  now.amount[0] = FIRST_AMOUNT;
  now.amount[1] = SECOND_AMOUNT;
  for (int person = 0; person < PEOPLE; person++) {
    now.limitOf[person] = LIMIT;
    now.addressOf[person] = person;
    now.sent[person].count = 1;
    now.sent[person].put[0] = (struct Put){ LIMIT, startOf(1) - 1, 1 };
    now.held[person].count = 1;
    now.held[person].stay[0] = (struct Stay){ person, 0, 0, NEVER, NEVER };
  }
}

/* ---- What must hold ---- */

int isPromiseHeld(void) {
  for (int window = 0; window < 2; window++)
    if (now.isKept[window] && usedOf(window, DAYS) > now.amount[window]) return 0;
  return 1;
}

/* A window that begins after a run that succeeded, on terms that were not lowered since, is kept. */
int isOwedEnough(void) { return today() < SECOND || !now.isFresh || now.isKept[1]; }
