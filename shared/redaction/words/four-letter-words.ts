const words = `
able acme adds also apis args argv asia attr auto away back bail bare base bash been best beta bits blob blog
blue body bool both bugs byte bzip call came care case chad char chat chop code cold come conf copy core corp
cost curl dall dark data date days dead deal deep demo deno deny diag dies diff dirs disk dist docs does done
down drop dual dump each east easy echo edit else emit ends epic euro eval even ever exec exit fact fail fake
fall fast feel file fill find fine five flag flat fork form four free from full func gets give glob gmbh goes
good goto gray grep grey grid grok gzip hack half hand hard hash have head helm help here hide high hint hold
home hook hope host hour href html http huge idea ietf info init inst into item java jest jira jobs join json
july june just keep kept keys kill kimi kind know lang last late lead left less lets libs life like line link
list lite live load lock logo logs long look loop lost lots loud made mail main make many maps mark mask math
mean mess meta mind mini misc mode more most move much must mypy name nano need next nice node none note nova
null okay omit once ones only onto open opts opus orig oslo over pack page pair palm para part pass past path
paul pick pink pipe plan plus pmqs pnpm pods port post prev pull pure push puts qwen rate read real redo refs
rely repo rest risk role rome root ruby ruff rule runs rust safe said same save says sbin scan seed seek seem
seen sees self semi send sent sets show side sign site size skip slow some soon sort spec stat step stop subs
such sudo sure sync tabs tags take task team tell temp term test text than that them then they this thus tied
time tiny todo toml tool tree true turn type unit unix upon used user uses util vars venv very view vite void
wait wall want warm warn ways well were west wget what when wide wiki will wish with word work wrap yaml yarn
year york your zero zlib zone
`;

/**
 * The known four-letter words, which distinguish a sentence from an app password of four such groups in every text. The
 * other known words serve only the controls' settings, so functions without these load only this file.
 */
export const fourLetterWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/u));
