import * as fc from 'fast-check';

/**
 * That a property fails is all that is asked of it here: to find the smallest case takes many times as long. Most mutants
 * fail one of the first cases; one that only a later case would find counts as a survivor.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true, numRuns: 30 });
