import type { Page } from 'playwright-core';

/**
 * What of a page people cannot read: elements that end outside the window, and texts that are cut without being in full
 * in a title. What stands in a part that scrolls, and takes the focus so that keys can scroll it, is read there.
 */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  // As a text: the page's types are not those of Node.
  return page.evaluate(`(${search})()`);
}

const search = `() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let above = element; above !== null && above !== document.body; above = above.parentElement) {
      const { overflowX } = getComputedStyle(above);
      if ((overflowX === 'auto' || overflowX === 'scroll') && above.scrollWidth > above.clientWidth) {
        return true;
      }
    }
    return false;
  };
  const isHidden = (element) => {
    const { clipPath, visibility, opacity } = getComputedStyle(element);
    return visibility === 'hidden' || clipPath !== 'none' || opacity === '0';
  };
  const nameOf = (element) =>
    element.tagName.toLowerCase() + (typeof element.className === 'string' && element.className !== '' ? '.' + element.className.split(' ')[0].slice(0, 30) : '');
  const found = [];
  for (const element of document.querySelectorAll('.shell-main *, .shell-top *')) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()).join(' ').trim();
    const { right, left, width: wide, height } = element.getBoundingClientRect();
    if (own === '' || wide <= 1 || height <= 1 || isHidden(element) || element.closest('[aria-hidden=true], svg') !== null) {
      continue;
    }
    if ((right > width + 1 || left < -1) && !scrolls(element)) {
      found.push('outside: ' + nameOf(element) + ' ' + own.slice(0, 50));
    }
    const { overflowX, textOverflow } = getComputedStyle(element);
    if ((overflowX === 'hidden' || textOverflow === 'ellipsis') && element.scrollWidth > element.clientWidth + 1 && element.closest('[title]') === null) {
      found.push('cut: ' + nameOf(element) + ' ' + own.slice(0, 50));
    }
  }
  return [...new Set(found)];
}`;
