export function DemoSwitch() {
  return null;
}
