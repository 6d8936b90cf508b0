/*
 * The guard of the promise (shared/promise) and a world around it, written once more for Spin. PEOPLE share one pool,
 * which has two windows, one after the other; the platform counts anew once, on a day of its own. Planning is left open:
 * a run may wish any limit for anybody. What must hold: once a window is said to be kept, what is used of it never
 * exceeds its amount, as long as one run in each horizon succeeds; and what is owed is enough for the next window.
 *
 * A day has SLOTS moments; a run takes one. Days are counted from 1; on the day before, everybody got a first limit.
 * PLANTED takes one clause out of the guard, by its number in main.ts.
 */

#define ADDRESSES (PEOPLE + 1)
#define PUTS (DAYS * (SLOTS - 1) + 1)
#define HELD 2

/* The platform: what each used on each day, and what it holds against each. A limit that was replaced may still bound. */
byte used[PEOPLE * (DAYS + 1)];
byte limitOf[PEOPLE];
byte replaced[PEOPLE];
byte replacedUntil[PEOPLE];
byte addressOf[PEOPLE];

/* What Curfew knows: what it sent to each address, and which addresses each had, by readings of the roster. */
typedef Put { byte credits; byte at; bit isConfirmed };
typedef Puts { byte count; Put put[PUTS] };
typedef Stay { byte address; byte from; byte sureFrom; byte sureUntil; byte until };
typedef Stays { byte count; Stay stay[HELD] };
Puts sent[ADDRESSES];
Stays held[PEOPLE];
byte readAt;
byte known;              /* the last day with figures */

/* The pool: the amount of each window, whether it was said to be kept, and the day until whose end no run is needed. */
byte amount[2];
bit isKept[2];
byte due;
bit isFresh;             /* a run has succeeded since the pool was lowered, in time for the second window */

byte moment;
byte edits;
byte takeOvers;

/* Of the run that goes on. */
byte wisher;
byte wish;
byte fateOfOwed;
byte fateOfWish;

c_decl {
\#include "guard.h"
}

c_code {
\#include "guard.c"
}

#define TODAY (moment / SLOTS)
#define APPLIED 0
#define ANSWER_LOST 1
#define LOST 2
#define REFUSED 3

inline anyFate(fate) {
  if
  :: fate = APPLIED
  :: fate = ANSWER_LOST
  :: fate = LOST
  :: fate = REFUSED
  fi
}

/* What is owed goes first, then what somebody wishes for one person. */
inline sendLimits() {
  if
  :: c_expr { (owesAnything()) } -> anyFate(fateOfOwed)
  :: else
  fi;
  select (wisher : 0 .. PEOPLE - 1);
  select (wish : 0 .. MOST);
  if
  :: c_expr { (isSent()) } -> anyFate(fateOfWish)
  :: else
  fi;
  printf("day %d: sends what is owed (%d), and %d for %d (%d)\n", TODAY, fateOfOwed, wish, wisher, fateOfWish);
  c_code { sendLimits(); tidy(); };
  wisher = 0; wish = 0; fateOfOwed = 0; fateOfWish = 0
}

active proctype world() {
  byte who;
  c_code { begin(); };
  do
  :: atomic {
    select (who : 0 .. PEOPLE - 1);
    printf("day %d: %d uses all that is let\n", TODAY, who);
    c_code { consume(Pworld->who); };
    who = 0;
    assert(c_expr { (isPromiseHeld()) })
  }
  /* A night: the roster is read, and figures unless they are late. */
  :: atomic {
    (moment + 1) % SLOTS != 0 ->
    moment++;
    c_code { readRoster(); };
    if
    :: known = TODAY - 1; printf("day %d: a night\n", TODAY)
    :: printf("day %d: a night without figures\n", TODAY)
    fi;
    sendLimits();
    assert(c_expr { (isOwedEnough()) })
  }
  /* A run after an edit reads nothing. Until the roster shows it, nobody can tell that an address changed hands. */
  :: atomic {
    (moment + 1) % SLOTS != 0 && c_expr { (isAsRead()) } ->
    moment++;
    printf("day %d: a run after an edit\n", TODAY);
    sendLimits()
  }
  :: atomic { (moment + 1) % SLOTS != 0 -> moment++; c_code { tidy(); } }
  /* One run in the horizon succeeds: no day begins that nothing answers for. */
  :: atomic {
    TODAY < due && TODAY < DAYS ->
    moment = (TODAY + 1) * SLOTS;
    c_code { tidy(); };
    assert(c_expr { (isOwedEnough()) })
  }
  /* What was said of other terms is void where the pool is lowered. */
  :: atomic {
    edits < EDITS ->
    edits++;
    if
    :: printf("day %d: the pool is lowered\n", TODAY); c_code { edit(-1); }
    :: printf("day %d: the pool is raised\n", TODAY); c_code { edit(1); }
    fi
  }
  /* Somebody gets the address of another, who gets a new one. */
  :: atomic {
    takeOvers < TAKE_OVERS ->
    takeOvers++;
    select (who : 0 .. PEOPLE - 1);
    printf("day %d: %d takes over an address\n", TODAY, who);
    c_code { takeOver(Pworld->who); };
    who = 0
  }
  od
}
