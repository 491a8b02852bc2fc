import type { Page } from 'playwright-core';
import { LONG } from '../../support/tier.ts';

/** 320 px is the width at which a window of 1,280 px is zoomed to 400 %. */
export const WIDTHS = LONG ? [320, 390, 768, 1_024, 1_440] : [320, 1_024];

/**
 * What does not fit into the window: a wide page, controls and content outside of it that cannot be scrolled to, texts
 * that are cut without a tooltip, hints in fields, and texts outside of their picture.
 */
const NOT_FITTING = `(() => {
  const shown = element => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const nameOf = element => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);
  const all = selector => [...document.querySelectorAll(selector)].filter(shown);
  const isOutside = element => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  };
  const isScrolled = element => {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowX)) return true;
    }
    return false;
  };
  const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  const controls = all('a, button, input, select, summary, textarea')
    .filter(element => !element.closest('.skip, pre') && isOutside(element) && !isScrolled(element))
    .map(element => 'control outside: ' + nameOf(element));
  const content = [...document.querySelectorAll('main *, header.top *')]
    .filter(isOutside)
    .filter(element => shown(element) && !element.closest('.visually-hidden, dialog, svg') && !isScrolled(element))
    .map(element => 'outside: ' + element.outerHTML.slice(0, 120));
  const cut = [...document.querySelectorAll('h1, h2, h3, th, td, button, .clip, .pill, .place, dd, label')]
    .filter(element => element.scrollWidth > element.clientWidth + 1 && shown(element))
    .filter(element => getComputedStyle(element).overflowX !== 'visible')
    .filter(element => !element.closest('[title]') && !element.querySelector('[title]'))
    .map(element => 'cut: ' + nameOf(element));
  const pen = document.createElement('canvas').getContext('2d');
  const hints = all('input[placeholder]')
    .filter(element => {
      const style = getComputedStyle(element);
      pen.font = style.font;
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen.measureText(element.placeholder).width > room;
    })
    .map(element => 'hint: ' + element.placeholder);
  const pictures = [...document.querySelectorAll('.seq, .lanes')].flatMap(picture => {
    const frame = picture.getBoundingClientRect();
    return [...picture.querySelectorAll('text, .lane-name, .lane-end, .lane-tick, .lane-mark')]
      .filter(text => {
        const { left, right, width } = text.getBoundingClientRect();
        return width > 0 && (left < frame.left - 1 || right > frame.right + 1);
      })
      .map(text => 'outside of its picture: ' + nameOf(text));
  });
  return [...page, ...controls, ...content, ...cut, ...hints, ...pictures];
})()`;

/** Resolves in a page once it is rendered, with what observes sizes. */
const RENDERED = 'new Promise(done => requestAnimationFrame(() => setTimeout(done)))';

/** Makes the window of a page as wide as each of several screens, and says what does not fit at which width. */
export async function notFitting(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(RENDERED);
    const found = await page.evaluate<string[]>(NOT_FITTING);
    problems.push(...found.map(problem => `${width} px: ${problem}`));
  }
  return problems;
}
