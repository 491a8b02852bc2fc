"""Sells Energy to customers, who pay from a balance that they keep with the shop."""

import sqlite3
import threading
import time

from bugs import bug
from energy_api import TEMPORARY, Denied, Refused, Unknown

MARGIN = 300_000
POLLS = 60
# A report that is behind what is known is late, and changes nothing.
RANK = {"unknown": 0, "refused": 0, "processing": 1, "delegating": 2, "review": 3,
        "delegated": 4, "undelegating": 5, "completed": 6, "failed": 6}
SCHEMA = """
create table if not exists customers (name text primary key, balance real not null);
create table if not exists purchases (
  id text primary key, customer text not null, package_id integer, address text, order_id integer,
  status text not null, refunded integer not null default 0, refusal text, paid real not null,
  credited real not null default 0, released integer not null default 0, txid text, booked integer not null default 0);
create table if not exists events (id text primary key);
"""


def sun(trx):
    """Sun of an amount in TRX."""
    if bug("py-float-money"):
        return trx * 1e6
    return round(trx * 1_000_000)


class Shop:
    def __init__(self, api, file=":memory:", poll=5, sleep=time.sleep):
        self._api = api
        self._poll = poll
        self._sleep = sleep
        self.lock = threading.RLock()
        self.db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.executescript("pragma journal_mode = wal; pragma synchronous = normal;" + SCHEMA)

    # Customers

    def deposit(self, customer, trx):
        self._add(customer, sun(trx))

    def balance(self, customer):
        """What a customer has, in sun."""
        row = self.db.execute("select balance from customers where name = ?", (customer,)).fetchone()
        return row["balance"] if row else 0

    # Purchases

    def purchase(self, id):
        row = self.db.execute("select * from purchases where id = ?", (id,)).fetchone()
        return dict(row) if row else None

    def purchases(self):
        return [dict(row) for row in self.db.execute("select * from purchases order by rowid")]

    def buy(self, id, customer, package_id, address):
        """Buys, or continues a purchase with the same id."""
        known = self.purchase(id)
        if known and known["status"] != "unknown":
            return known
        if not known:
            self._open(id, customer, package_id, address)
        return self._order(id)

    def buy_many(self, wanted):
        """Buys for many customers with one request: a list of (id, customer, package_id, address), at most 50."""
        for one in wanted:
            self._open(*one)
        items = [{"external_id": id, "package_id": package, "address": address} for id, _, package, address in wanted]
        try:
            results = self._api.bulk(items)["results"]
        except Unknown:
            return  # resume() continues each order under its id
        except Refused as refused:
            for item in items if not bug("py-bulk-422-left-open") else []:
                self._refuse(item["external_id"], refused.code)
            return
        failed = [one for one in results if one["status"] == "failed" and one["error"] not in TEMPORARY]
        if bug("py-bulk-failures-dropped"):
            failed = []
        for one in results:
            if one["status"] == "accepted":
                self.learn(one["external_id"], {"order_id": one["order"]["id"], "status": "processing"})
        for one in failed:
            self._refuse(one["external_id"], one["error"])

    def follow(self, id):
        """Queries an order, less and less often, until nothing more can change."""
        pause = self._poll
        polls = 8 if bug("py-polling-stops") else POLLS
        for _ in range(polls):
            if self._is_settled(self.purchase(id)):
                break
            self._sleep(pause)
            pause = min(3600, pause * 1.6)
            self._refresh(id)
        if bug("py-poll-timeout-buys-again") and not self.purchase(id)["released"]:
            self._api.order(f"{id}-2", self.purchase(id)["package_id"], self.purchase(id)["address"])
        return self.purchase(id)

    def resume(self):
        """Continues what is open. The shop calls it when it starts, and every hour."""
        for purchase in self.purchases():
            if not self._is_settled(purchase):
                self._refresh(purchase["id"])

    def learn(self, id, report):
        """Takes over what a response or a webhook says about an order."""
        with self.lock:
            purchase = self.purchase(id)
            status = report["status"]
            if status not in RANK:
                return
            if RANK[status] < RANK[purchase["status"]] and not bug("py-order-of-arrival-trusted"):
                status = purchase["status"]
            refunded = purchase["refunded"] or bool(report.get("refunded"))
            if bug("py-failed-is-refunded") and status == "failed":
                refunded = True
            ready = ("processing", "delegated", "completed") if bug("py-202-is-delivered") else ("delegated", "undelegating", "completed")
            released = purchase["released"] or report["status"] in ready
            if bug("py-review-is-failure") and status == "review":
                self._refuse(id, "REVIEW")
            self.db.execute(
                "update purchases set status = ?, refunded = ?, released = ?, order_id = ?, txid = ? where id = ?",
                (status, refunded, released, report.get("order_id") or purchase["order_id"],
                 report.get("txid") or purchase["txid"], id))
            if status == "failed" and refunded and not self.purchase(id)["credited"]:
                self.credit(id)

    def credit(self, id):
        """Gives the customer the money back."""
        purchase = self.purchase(id)
        self._add(purchase["customer"], purchase["paid"])
        self.db.execute("update purchases set credited = credited + paid where id = ?", (id,))

    def take_event(self, event, claimed_status):
        """Stores a webhook with its effects, once, and returns the status of the response."""
        with self.lock:
            self.db.execute("begin immediate")
            try:
                return self._take(event, claimed_status)
            finally:
                self.db.execute("commit")

    def _take(self, event, claimed_status):
        data = event["data"]
        id = data["external_id"] or f"order-{data['order_id']}"
        # An order that a colleague placed with the same account is kept in the books of the house.
        self.db.execute(
            "insert or ignore into purchases (id, customer, address, order_id, status, paid) values (?, 'house', ?, ?, 'unknown', ?)",
            (id, data["address"], data["order_id"], sun(data["price_trx"])))
        if self.db.execute("insert or ignore into events values (?)", (event["event_id"],)).rowcount == 0:
            if bug("py-repeat-answered-with-500"):
                return 500
            if not bug("py-repeats-counted"):
                return 204
        self.db.execute("update purchases set booked = booked + 1 where id = ?", (id,))
        self.learn(id, {**data, "status": claimed_status})
        return 204

    def _open(self, id, customer, package_id, address):
        paid = sun(self._api.quote(package_id)["price_trx"]) + MARGIN
        if self.balance(customer) < paid:
            raise ValueError(f"{customer} has not enough")
        self._add(customer, -paid)
        self.db.execute("insert into purchases (id, customer, package_id, address, status, paid) values (?, ?, ?, ?, 'unknown', ?)",
                        (id, customer, package_id, address, paid))

    def _order(self, id):
        purchase = self.purchase(id)
        external_id = purchase["customer"] if bug("py-customer-is-the-id") else id
        try:
            made = self._api.order(external_id, purchase["package_id"], purchase["address"])
            self.learn(id, {**made, "refunded": False})
        except Refused as refused:
            self._refuse(id, refused.code)
        except Unknown:
            if bug("py-unknown-is-forgotten"):
                self.db.execute("delete from purchases where id = ?", (id,))
                raise
        return self.purchase(id)

    def _refresh(self, id):
        if self.purchase(id)["status"] == "unknown":
            self._order(id)
            return
        try:
            self.learn(id, self._api.status(id))
        except Refused as refused:
            if bug("py-404-is-gone") and refused.status == 404:
                self._refuse(id, refused.code)
        except (Unknown, Denied):
            pass

    def _refuse(self, id, code):
        with self.lock:
            self.db.execute("update purchases set status = 'refused', refusal = ? where id = ?", (code, id))
            self.credit(id)

    def _is_settled(self, purchase):
        failed_is_end = purchase["refunded"] or bug("py-failed-is-the-end")
        return purchase["status"] in ("completed", "refused") or (purchase["status"] == "failed" and failed_is_end)

    def _add(self, customer, amount):
        with self.lock:
            self.db.execute("insert or ignore into customers values (?, 0)", (customer,))
            self.db.execute("update customers set balance = balance + ? where name = ?", (amount, customer))
