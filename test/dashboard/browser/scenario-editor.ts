import type { Page } from 'playwright-core';

/** Replaces the text of the scenario editor, as a user does who selects everything and pastes. */
export async function writeScenario(page: Page, text: string): Promise<void> {
  await page.getByLabel('Scenario file').press('Control+a');
  await page.keyboard.insertText(text);
}
